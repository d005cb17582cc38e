"""The vocabulary that prose is read with: function words, synonyms, contraries, scopes.

Plain tables, mostly English and German; nothing here knows a sentence.
"""


def words(text: str) -> frozenset[str]:
    """The words of a table."""
    return frozenset(text.split())


def same(spec: str) -> dict[str, str]:
    """`a b|c d` → every word of a group to the group's first word."""
    groups = [group.split() for group in spec.split("|")]
    return {word: group[0] for group in groups for word in group}


def contraries(spec: str) -> dict[str, str]:
    """`a b|c d` → each word to its contrary."""
    pairs = [pair.split() for pair in spec.split("|")]
    return {x: y for pair in pairs for x, y in (pair, pair[::-1])}


STOP = words(
    """
    a an the this that these those it its they them their we our us you your he she his her i my
    is are was were be been being am has have had do does did will shall would can could may
    might must should need ought to of in on at by for from with within into onto per and or but
    then than as so if when while where which who whose what there here also still now just very
    yet currently always automatically exactly simply already both each every all any up out
    least most more less fewer over above below under after before about around roughly max
    maximum maximal min minimum approximately nearly almost limit not no never cannot nor
    neither none size amount number total value set equal equals longer until since during
    between through der die das den dem des ein eine einen einem einer eines ist sind war waren
    wird werden wurde hat haben und oder aber nicht kein keine keinen keiner nie niemals von zu
    zum zur im am bei mit für auf aus nach bis als auch sich es sie wir ihr er pro je muss
    müssen darf dürfen kann können soll etwa mindestens höchstens circa ca jede jeder jedes
    jeden an um uhr
    """
)
AUX = words(
    """
    is are was were be been has have had do does did will shall would can could may might must
    should cannot ist sind war wird werden hat haben muss darf kann remains stays becomes
    """
)
NEGATIONS = words(
    """
    not no never cannot nor neither none nicht kein keine keinen keiner keinem keines nie
    niemals
    """
)
BE = words(
    """
    is are was were be been being isn't aren't wasn't weren't remains stays becomes ist sind war
    wird werden bleibt
    """
)
NEVER = words("never nie niemals")
# One word for the words that make the same statement of a thing.
SAME = same(
    """
    keep kept retain store hold held preserve save|delete remove erase purge drop|
    get receive obtain|allow permit accept admit|valid gültig expire lapse gelten gilt|
    employee staff|send sent deliver|begin start begun commence|end stop finish terminate|
    bill charge invoice|cost price|reply answer|vacation holiday|high height|long length|
    wide width|deep depth|due deadline|login signin logon|email mail|doc document|
    licence license|build built construct
    """
)
# What a date may be the point of, not merely the scope.
EVENTS = words(
    """
    launch found establish release publish shut end begin valid due deadline go live retire
    delete deprecate sign close open move migrate ship renew introduce adopt create happen take
    place effective open available verfügbar erreichbar geöffnet window schedule deliver send
    run meet start finish born join leave switch build postpone arrive depart die win elect
    beginnen starten enden erscheinen gründen gegründet 開始 終了
    公開 発売 設立 发布 开始 结束 成立 上线
    """
)
CONTRARY = contraries(
    """
    on off|left right|first last|north south|east west|upper lower|top bottom|inside outside|
    indoors outdoors|full empty|wet dry|hot cold|warm cool|front rear|clockwise anticlockwise|
    high low|fast slow|running stopped|morning evening|links rechts|oben unten|voll leer
    """
)
# Verbs that only bring a value to its subject, and attributes that anything may have; as stems.
LIGHT = words(
    """
    allow includ offer provid contain get com appli grant comprise
    """
)
GENERIC = words(
    """
    default timeout cost port host version statu preis beträgt betrag
    """
)
# Nouns whose number is a name: `page 3`.
LABELS = words(
    """
    page severity gate phase step version tier level section chapter stage room zone table
    figure class type option group layer rule part line floor building week iteration sprint
    round
    """
)
VERBS = words(
    """
    require need use run get allow cost keep has contain support include offer handle last
    """
)
PAST = words(
    """
    was were had formerly previously originally earlier before until ago old initially yesterday
    former previous war waren früher damals bisher
    """
)
SCOPING = words(
    """
    for at above over below under beyond with if from than on after für bei über ab unter
    """
)
LEADS = words(
    """
    after before until since above below over under beyond vor nach bis ab
    """
)
YEAR_BEFORE = words(
    """
    in since until by from of year im seit bis
    """
)
