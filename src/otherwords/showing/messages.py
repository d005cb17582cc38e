"""Every explanatory note that a reader sees, in the languages that notes are written in.

`{0}`, `{1}` are a notice's parameters. Headings and labels of the contract stay in English.
"""

LANGUAGES = ("en", "ja", "zh", "de", "fr", "es", "it")

MESSAGES: dict[str, dict[str, str]] = {
    "no-wording": {
        "en": 'no wording known for "{0}" ({1})',
        "ja": "「{0}」の{1}での言い方が見つかりません",
        "zh": "不知道“{0}”在 {1} 中的说法",
        "de": "für „{0}“ ist keine Entsprechung bekannt ({1})",
        "fr": "aucune formulation connue pour « {0} » ({1})",
        "es": "no se conoce ninguna expresión para «{0}» ({1})",
        "it": "nessuna formulazione nota per «{0}» ({1})",
    },
    "concept-dropped": {
        "en": 'The concept "{0}" was dropped ({1}): it has no letter or digit to search for. '
        "The results below are not narrowed by it.",
        "ja": "「{0}」は検索できる文字がないため除外しました({1})。以下の結果はこの語で絞り込まれていません。",
        "zh": "“{0}”没有可搜索的字符,已被忽略({1})。以下结果未按它缩小范围。",
        "de": "Der Begriff „{0}“ wurde weggelassen ({1}): Er enthält kein suchbares Zeichen. "
        "Die Ergebnisse sind nicht danach eingeschränkt.",
        "fr": "La notion « {0} » a été écartée ({1}) : elle ne contient aucun caractère à chercher. "
        "Les résultats ne sont pas restreints par elle.",
        "es": "Se omitió el concepto «{0}» ({1}): no contiene ningún carácter que buscar. "
        "Los resultados no están limitados por él.",
        "it": "Il concetto «{0}» è stato tralasciato ({1}): non contiene caratteri da cercare. "
        "I risultati non sono ristretti da esso.",
    },
    "query-long": {
        "en": "the query has more than {0} concepts; only the first {0} were searched",
        "ja": "検索語が{0}個を超えたため、最初の{0}個だけを検索しました",
        "zh": "查询超过 {0} 个概念,只搜索了前 {0} 个",
        "de": "die Anfrage hat mehr als {0} Begriffe; nur die ersten {0} wurden gesucht",
        "fr": "la requête compte plus de {0} notions ; seules les {0} premières ont été cherchées",
        "es": "la consulta tiene más de {0} conceptos; solo se buscaron los primeros {0}",
        "it": "la ricerca ha più di {0} concetti; sono stati cercati solo i primi {0}",
    },
    "near-heading": {
        "en": "Near misses:",
        "ja": "近いページ:",
        "zh": "相近的页面:",
        "de": "Beinahe-Treffer:",
        "fr": "Presque trouvés :",
        "es": "Casi aciertos:",
        "it": "Quasi corrispondenze:",
    },
    "nothing-here": {
        "en": "Nothing here matches well; nearest pages:",
        "ja": "よく合うページはありません。最も近いページ:",
        "zh": "没有很匹配的页面;最接近的页面:",
        "de": "Hier passt nichts gut; am nächsten liegen:",
        "fr": "Rien ici ne correspond bien ; pages les plus proches :",
        "es": "Nada aquí coincide bien; páginas más cercanas:",
        "it": "Nulla qui corrisponde bene; pagine più vicine:",
    },
    "lacks": {
        "en": "lacks: {0}",
        "ja": "含まない語: {0}",
        "zh": "缺少:{0}",
        "de": "es fehlt: {0}",
        "fr": "il manque : {0}",
        "es": "falta: {0}",
        "it": "manca: {0}",
    },
    "by-parts": {
        "en": "not as a whole: {0}",
        "ja": "全体としては含まない: {0}",
        "zh": "未完整出现:{0}",
        "de": "nicht als Ganzes: {0}",
        "fr": "pas d'un seul tenant : {0}",
        "es": "no completo: {0}",
        "it": "non per intero: {0}",
    },
    "superseded": {
        "en": "superseded by {0}",
        "ja": "{0} に置き換えられました",
        "zh": "已被 {0} 取代",
        "de": "ersetzt durch {0}",
        "fr": "remplacé par {0}",
        "es": "sustituida por {0}",
        "it": "sostituita da {0}",
    },
    "expired": {
        "en": "expired on {0}",
        "ja": "{0} に期限切れ",
        "zh": "已于 {0} 过期",
        "de": "abgelaufen am {0}",
        "fr": "expirée le {0}",
        "es": "caducada el {0}",
        "it": "scaduta il {0}",
    },
    "by-meaning": {
        "en": "by meaning: {0}",
        "ja": "意味の近さ: {0}",
        "zh": "按意义:{0}",
        "de": "nach Bedeutung: {0}",
        "fr": "par le sens : {0}",
        "es": "por significado: {0}",
        "it": "per significato: {0}",
    },
    "meaning-covers": {
        "en": "meaning covers {0} of {1} pages; `otherwords index` makes the rest",
        "ja": "意味による検索は{1}ページ中{0}ページで有効です(残りは `otherwords index`)",
        "zh": "意义检索覆盖 {1} 页中的 {0} 页;其余请运行 `otherwords index`",
        "de": "die Bedeutung ist für {0} von {1} Seiten erfasst; den Rest macht `otherwords index`",
        "fr": "le sens couvre {0} pages sur {1} ; `otherwords index` fait le reste",
        "es": "el significado cubre {0} de {1} páginas; `otherwords index` hace el resto",
        "it": "il significato copre {0} pagine su {1}; `otherwords index` fa il resto",
    },
    "encoder-unusable": {
        "en": "searching without meaning: {0}",
        "ja": "意味による検索は使えません: {0}",
        "zh": "未使用意义检索:{0}",
        "de": "Suche ohne Bedeutung: {0}",
        "fr": "recherche sans le sens : {0}",
        "es": "búsqueda sin significado: {0}",
        "it": "ricerca senza significato: {0}",
    },
    "language-not-encoded": {
        "en": "the encoder does not know the language {0}; it is searched by words only",
        "ja": "意味の辞書は言語 {0} を知らないため、語だけで検索しました",
        "zh": "编码器不认识语言 {0},只按词搜索",
        "de": "der Encoder kennt die Sprache {0} nicht; sie wird nur nach Wörtern durchsucht",
        "fr": "l'encodeur ne connaît pas la langue {0} ; elle est cherchée par mots seulement",
        "es": "el codificador no conoce el idioma {0}; se busca solo por palabras",
        "it": "l'encoder non conosce la lingua {0}; è cercata solo per parole",
    },
    "refreshed": {
        "en": "index refreshed: {0} added, {1} edited, {2} removed",
        "ja": "索引を更新しました: 追加{0}、編集{1}、削除{2}",
        "zh": "索引已更新:新增 {0},修改 {1},删除 {2}",
        "de": "Index aufgefrischt: {0} neu, {1} geändert, {2} entfernt",
        "fr": "index rafraîchi : {0} ajoutées, {1} modifiées, {2} supprimées",
        "es": "índice actualizado: {0} añadidas, {1} editadas, {2} eliminadas",
        "it": "indice aggiornato: {0} aggiunte, {1} modificate, {2} rimosse",
    },
    "refresh-running": {
        "en": "a refresh is running; {0} changed pages not yet included",
        "ja": "更新中です。変更された{0}ページはまだ含まれていません",
        "zh": "正在刷新;尚未包含 {0} 个已更改的页面",
        "de": "eine Auffrischung läuft; {0} geänderte Seiten sind noch nicht enthalten",
        "fr": "un rafraîchissement est en cours ; {0} pages modifiées pas encore incluses",
        "es": "hay una actualización en curso; {0} páginas cambiadas aún no incluidas",
        "it": "un aggiornamento è in corso; {0} pagine cambiate non ancora incluse",
    },
    "index-rebuilt": {
        "en": "the index was damaged or of another version and was built anew",
        "ja": "索引が壊れているか別の版だったため、作り直しました",
        "zh": "索引损坏或版本不同,已重新建立",
        "de": "der Index war beschädigt oder von anderer Version und wurde neu gebaut",
        "fr": "l'index était abîmé ou d'une autre version et a été refait",
        "es": "el índice estaba dañado o era de otra versión y se rehízo",
        "it": "l'indice era danneggiato o di un'altra versione ed è stato rifatto",
    },
    "memory-index": {
        "en": "nothing can be written to {0}; the index is kept in memory for this call",
        "ja": "{0} に書き込めないため、索引はこの呼び出しの間だけメモリに置きます",
        "zh": "无法写入 {0};索引仅在本次调用中保存在内存里",
        "de": "nach {0} kann nicht geschrieben werden; der Index bleibt für diesen Aufruf im Speicher",
        "fr": "impossible d'écrire dans {0} ; l'index reste en mémoire pour cet appel",
        "es": "no se puede escribir en {0}; el índice queda en memoria en esta llamada",
        "it": "impossibile scrivere in {0}; l'indice resta in memoria per questa chiamata",
    },
    "base-failed": {
        "en": "{0} was not searched: {1}",
        "ja": "{0} は検索できませんでした: {1}",
        "zh": "未能搜索 {0}:{1}",
        "de": "{0} wurde nicht durchsucht: {1}",
        "fr": "{0} n'a pas été fouillé : {1}",
        "es": "{0} no se buscó: {1}",
        "it": "{0} non è stato cercato: {1}",
    },
    "filter-unknown": {
        "en": "{1} has no field '{0}'; that filter leaves nothing of it",
        "ja": "{1} には「{0}」の項目がないため、この条件では何も残りません",
        "zh": "{1} 没有字段“{0}”;该条件会排除其全部页面",
        "de": "{1} hat kein Feld '{0}'; dieser Filter lässt nichts davon übrig",
        "fr": "{1} n'a pas de champ « {0} » ; ce filtre n'en laisse rien",
        "es": "{1} no tiene el campo «{0}»; ese filtro no deja nada de ella",
        "it": "{1} non ha il campo «{0}»; quel filtro non ne lascia nulla",
    },
    "project-hint": {
        "en": "'{0}' is also a project: `--in {0}` searches only that",
        "ja": "「{0}」はプロジェクト名でもあります: `--in {0}` で絞り込めます",
        "zh": "“{0}”也是一个项目:`--in {0}` 只搜索它",
        "de": "'{0}' ist auch ein Projekt: `--in {0}` sucht nur dort",
        "fr": "« {0} » est aussi un projet : `--in {0}` ne cherche que là",
        "es": "«{0}» también es un proyecto: `--in {0}` busca solo ahí",
        "it": "«{0}» è anche un progetto: `--in {0}` cerca solo lì",
    },
    "conflict": {
        "en": "contradicts {0}: {1}; {2}",
        "ja": "{0} と矛盾: {1}。{2}",
        "zh": "与 {0} 矛盾:{1};{2}",
        "de": "widerspricht {0}: {1}; {2}",
        "fr": "contredit {0} : {1} ; {2}",
        "es": "contradice {0}: {1}; {2}",
        "it": "contraddice {0}: {1}; {2}",
    },
    "left-out": {
        "en": "{0} pages could not be read and were left out; `otherwords doctor` lists them",
        "ja": "{0}ページは読めないため除外しました(`otherwords doctor` で一覧)",
        "zh": "{0} 个页面无法读取而被略去;`otherwords doctor` 可列出",
        "de": "{0} Seiten waren nicht lesbar und fehlen; `otherwords doctor` nennt sie",
        "fr": "{0} pages illisibles ont été laissées de côté ; `otherwords doctor` les liste",
        "es": "{0} páginas no se pudieron leer y se omitieron; `otherwords doctor` las lista",
        "it": "{0} pagine illeggibili sono state escluse; `otherwords doctor` le elenca",
    },
}


def say(code: str, lang: str, params: tuple[str, ...], fallback: str = "") -> str:
    """A note in the reader's language; English where the language has none, `fallback` where none is kept."""
    sentences = MESSAGES.get(code)
    if sentences is None:
        return fallback
    return sentences.get(lang.partition("-")[0], sentences["en"]).format(*params)
