"""Function words: they carry no concept. One list a language, written as words, not folded."""

from otherwords.model import primary
from otherwords.values import pattern

# Articles, prepositions, pronouns, auxiliaries, question words, politeness.
WORDS = {
    "ar": """
في من على إلى الى عن مع أن ان إن لا ما ماذا هل كم كيف متى أين اين لماذا لما هو هي هم هن هذا
هذه ذلك تلك الذي التي الذين اللذين كان كانت كانوا يكون تكون قد لقد ثم أو او و أي اي أية بعد
قبل بين عند عندما حيث كل بعض غير حتى لم لن له لها لهم به بها فيه فيها منه منها عليه عليها
عنه التى منذ خلال أيضا كما إذا اذا لكن بل ليس ليست تم يتم وما ومن وفي بماذا بم مما نوع مدى
أنه انه أنها
""",
    "de": """
der die das den dem des ein eine einer einem einen eines und oder aber als also am an auf
aus bei bis bitte da damit dann dass daß denn dessen deren dich dir doch du durch er es etwa
euch euer für gab gibt hat hatte hatten habe haben hier hin ich ihm ihn ihnen ihr ihre ihrem
ihren ihrer ihres im in ins ist ja jede jeder jedem jeden jedes kann können konnte kein
keine keinem keinen keiner man mehr mein meine mich mir mit muss nach nicht noch nun nur ob
ohne sehr sei sein seine seinem seinen seiner sich sie sind so soll sollte über um uns unser
unter vom von vor wann war waren warum was weil welche welchem welchen welcher welches wem
wen wenn wer werden wird wurde wurden wie wieso wieviel wieviele viel viele wo wodurch woher
wohin womit worin zu zum zur zwischen während diese diesem diesen dieser dieses seit gegen
wessen
""",
    "el": """
ο η το οι τα του της των τον την τους τις στο στη στην στον στα στις στους σε με από για
προς κατά μετά πριν χωρίς και ή αλλά ούτε αν όταν όπως επειδή που πού πως πώς ποιος ποια
ποιο ποιοι ποιες ποιον ποιους ποιων ποιου ποιας τι πότε γιατί πόσο πόση πόσα πόσοι πόσες
είναι ήταν έχει έχουν είχε είχαν να θα δεν μη μην ένας μια ένα μία αυτός αυτή αυτό αυτοί
αυτές αυτά μας σας μου σου ως εκ επίσης πολύ πιο ότι κάθε όλα όλοι μεταξύ κάτω πάνω στ τύπο
είδος
""",
    "en": """
a an the and or but nor if then than so as of at by for from in into on onto to with without
within about above after again against all also am any are aren be because been before being
below between both can cannot could did do does doing don done down during each either else
ever every few further get gets got had has have having he her here hers herself him himself
his how however i is isn it its itself just let ll may me might mine more most much must my
myself neither no not now off often once one only other others ought our ours out over own
per please rather re s same shall she should since some such t that thats their theirs them
themselves there these they this those though through thus too under until up upon us use
used using ve very via was wasn we were what whatever when where whether which while who
whom whose why will would yet you your yours yourself tell show find give need want know
explain many like
""",
    "es": """
el la los las lo un una unos unas de del a al en con por para sin sobre entre hasta desde
hacia según durante y e o u ni pero mas sino si que qué quien quién quienes quiénes cual
cuál cuales cuáles cuando cuándo donde dónde como cómo cuanto cuánto cuánta cuántos cuántas
porque cuyo cuya es son era eran fue fueron ser sido está están estaba estaban estar ha han
había habían haber hay se su sus le les me te nos mi mis tu tus él ella ellos ellas yo usted
ustedes nosotros este esta estos estas ese esa esos esas aquel aquella eso esto no ya más
muy también tan tanto otro otra otros otras todo todos toda todas después antes tras tipo
""",
    "fr": """
le la les l un une des du de d à au aux en dans par pour sur sous avec sans chez entre vers
et ou mais donc or ni car que qu qui quoi dont où quand comment pourquoi combien quel quelle
quels quelles ce cet cette ces c se s sa son ses leur leurs mon ma mes ton ta tes notre nos
votre vos il elle ils elles on nous vous je j tu me m te t lui y ne n pas plus est sont
était étaient être été a ont avait avaient avoir fait faire si aussi comme très tout tous
toute toutes même autre autres après avant pendant depuis selon lors plusieurs
""",
    "hi": """
का के की को में से पर और या ने है हैं था थे थी हो होता होती होते हुआ हुई हुए कर करना करने
करता करती करते किया किये किए गया गई गए जा जाता जाती जाते रहा रही रहे वह वे यह ये इस उस इन उन
इसके उसके इसकी उसकी इनके उनके उनकी इसे उसे एक क्या कौन कौनसा कौनसी किस किसने किसे किसके
किसकी किन कब कहाँ कहां क्यों कैसे कैसा कितना कितने कितनी जो जिस जिसे जिन जिसके जिसकी तो ही
भी नहीं न मत तक साथ लिए द्वारा बाद पहले अपने अपनी अपना कि जब तब अब यदि अगर लेकिन सकता सकते
सकती दिया दी दिए वाले वाली वाला कुछ सभी हर
""",
    "it": """
il lo la i gli le l un uno una di d a da in con su per tra fra del dello della dei degli
delle dell al allo alla ai agli alle all dal dallo dalla dai dagli dalle dall nel nello
nella nei negli nelle nell sul sullo sulla sui sugli sulle sull col e ed o od ma se che chi
cui non più anche come dove quando quanto quanta quanti quante quale quali perché cosa c è
era erano sono siamo sei essere stato stata stati state ha hanno ho hai abbiamo aveva
avevano avere fu furono viene si ci vi ne mi ti lui lei loro noi voi io tu suo sua suoi sue
mio mia questo questa questi queste quello quella quelli quelle qual già solo molto ancora
poi dopo prima senza sotto sopra durante secondo altro altri altra altre ogni
""",
    "ja": """
の は が を に で と も へ や か から まで より など という とは とき こと もの ため について
における によって による として です ます である だ た て
する した して される された いる ある なる なった れる られる せる させる ない 何 なに 誰 だれ どこ
いつ どの どれ どちら どう どうして どのような なぜ
いくつ いくら ください 教えて 方法 仕方 しかた やり方 これ それ あれ この その あの
""",
    "ro": """
și sau dar iar ci ori nici dacă că să de la în din pe cu fără pentru prin despre între după
înainte către sub peste spre până al a ai ale lui ei lor o un unui unei niște cel cea cei
cele acest această acești aceste acel acea acei acele ce cine care cui căruia cărei căror
când unde cum cât câtă câți câte este e sunt era erau fost fi are au avea aveau avut am ați
se și-a s sa său sale săi îi îl le i nu mai foarte tot toate toți fie ca decât dintre asupra
numit numele fel tip
""",
    "ru": """
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее её
мне было вот от меня еще ещё нет о об из ему теперь когда даже ну ли если или ни быть был
была были него до вас опять вам ведь там потом себя ей может они тут где есть надо ней для
мы тебя их чем сам чтоб чтобы без будто чего раз тоже себе под будет ж тогда кто этот того
потому этого какой какая какое какие каком какого какую каких каким какими совсем ним здесь
этом почти мой тем нее куда зачем всех можно при хоть после над больше тот через эти нас про
всего них много разве эту моя свою этой перед лучше том такой им более всю между это сколько
почему который которая которое которые которого которой которых которым котором чей чья чьи
также является время
""",
    "th": """
ที่ และ หรือ แต่ ใน ของ เป็น คือ มี ได้ ให้ กับ จาก โดย ว่า จะ ไม่ ก็ นี้ นั้น ซึ่ง อะไร ใคร
ที่ไหน เมื่อไร เมื่อใด ทำไม อย่างไร เท่าไร เท่าไหร่ กี่ ไหน ใด บ้าง ครับ ค่ะ คะ ไหม การ ความ
ถูก อยู่ ต่อ เพื่อ เมื่อ แล้ว
""",
    "tr": """
ve veya ya da de ile için gibi kadar göre ama fakat ancak çünkü ki mi mı mu mü bir bu şu o
bunlar şunlar onlar ben sen biz siz onun onların bunun bunu ne neden niçin niye nasıl nerede
nereye nereden kim kimin kimi kime hangi hangisi kaç nedir kimdir midir mıdır olan olarak
olduğu oldu olur olmuş olmak idi ise değil var yok daha en çok az her hiç tüm bütün bazı
sonra önce üzerinde altında arasında tarafından dolayı diye şey zaman edilen eden etti
""",
    "vi": """
và hoặc hay nhưng là của cho với trong ngoài trên dưới tại ở từ đến về bởi do vì nên thì mà
như khi nếu để được bị có không đã đang sẽ các những một mỗi mọi này kia đó ấy nào gì ai đâu
sao bao nhiêu thế mấy tôi bạn anh chị ông bà nó họ chúng ta ra vào lên xuống đi lại cũng rất
hơn nhất cùng sau trước giữa theo bằng việc sự người rằng làm
""",
    "zh": """
的 了 是 在 和 与 或 及 也 都 就 而 但 被 把 对 从 到 于 以 为 吗 呢 吧 啊 什么 怎么 怎样 怎么样
如何 为什么 哪 哪个 哪些 哪里 哪儿 谁 何时 多少
几 是否 可以 请 请问 一个 一种 这 这个 那 那个 它 他 她 他们 我 我们 你 您 有 没有 会 能 要 之 其 中
什么时候 哪一 哪种
""",
}


# What a question in Japanese is wrapped in: it stands without spaces around what is asked.
_POLITE = "(?:ください|下さい|いただけます|いただけません|いただきたい|もらえます|もらえません|ほしい|欲しい)"
_ASKED = "(?:の|ん)?(?:です|でしょう|だろう)?(?:か|が)?"
FRAMES = {
    "ja": pattern(
        "|".join(
            (
                "(?:は|って|とは|を)?(?:どう(?:すれば|したら|やれば|やったら|やって)|どのように|どんなふうに)",
                "(?:は|って|とは)?(?:いつまで|いつから|いくらまで)に?",
                f"(?:すれ|したら|やれ|行け|いけ)?ば?(?:いい|よい|良い){_ASKED}(?=$)",
                "(?:の|ん)?(?:でしょうか?|だろうか|ですか|ですが|ますか|ましょうか|ませんか?)",
                f"(?:を|について|に関して|に)?(?:詳しく)?[おご]?(?:教え|説明し|知らせ)て?{_POLITE}(?:です)?か?",
                "(?:を|について|に関して)?(?:教えて|おしえて)(?=$)",
                f"(?:が|を)?(?:知り|聞き|調べ|し|行き|やり)たい{_ASKED}",
                f"し?なければ(?:ならない|なりません|いけない|いけません){_ASKED}",
                "(?:する)?必要[がは](?:あります|ある)か?",
            )
        )
    )
}


def function_words(lang: str) -> frozenset[str]:
    """The function words of a language (by its primary subtag); none where there is no list."""
    return frozenset(WORDS.get(primary(lang), "").split())
