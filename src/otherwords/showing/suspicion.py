"""Does a text from a page read like an instruction to a model? It is shown all the same."""

from otherwords.values import pattern

_PATTERNS = (
    # "ignore all previous instructions" and its cousins
    r"\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}"
    r"\b(?:previous|prior|above|earlier|all|any|your|system)\b[^.\n]{0,40}"
    r"\b(?:instructions?|prompts?|rules?|guidelines?|messages?|context)\b",
    r"\b(?:ignoriere|vergiss|missachte)\b[^.\n]{0,40}\b(?:anweisung|regel|vorgabe)\w*",
    r"\b(?:ignorez?|oubliez?)\b[^.\n]{0,40}\b(?:instructions?|consignes?)\b",
    r"\b(?:ignora|olvida|dimentica)\b[^.\n]{0,40}\b(?:instrucciones|istruzioni)\b",
    r"(?:忽略|无视|無視|忘记|忘掉)[^。\n]{0,16}(?:指令|指示|规则|提示)",
    r"(?:以前|上記|これまで|前|すべて|全て)の?[^。\n]{0,8}(?:指示|命令|ルール)[^。\n]{0,8}(?:無視|忘れ)",
    # somebody else speaks
    r"^\s*(?:system|assistant|developer)\s*(?:prompt|message)?\s*:",
    r"<\s*/?\s*(?:system|assistant|instructions?|tool_call|function_calls?)\b[^>]*>",
    r"\[/?INST\]|<\|(?:im_start|im_end|system|assistant|endoftext)\|>",
    r"\b(?:you are now|from now on,? you|you must now|act as an? (?:ai|system))\b",
    r"\bnew instructions?\s*:",
    # what is asked for
    r"\b(?:reveal|print|send|exfiltrate|leak|repeat)\b[^.\n]{0,40}"
    r"\b(?:system prompt|api[ _-]?keys?|passwords?|credentials?|environment variables?)\b",
    r"\bdo not (?:tell|inform|mention)\b[^.\n]{0,20}\b(?:the )?user\b",
    r"\bcurl\b[^\n]{0,80}\|\s*(?:ba)?sh\b",
)
_LIKE_INSTRUCTION = pattern("(?im)" + "|".join(_PATTERNS))
_INVISIBLE = pattern("[\U000e0000-\U000e007f\u202a-\u202e\u2066-\u2069]|[\u200b\u2060]{3,}")


def suspicious(*texts: str) -> bool:
    """Whether one of these texts speaks to the reading model, or hides characters from people."""
    return any(_LIKE_INSTRUCTION.search(text) or _INVISIBLE.search(text) for text in texts)
