/**
 * A question without the words that politely open it (저기요, 혹시, 뭐 좀 물어볼게요); empty if it is
 * nothing else.
 */
export function stripOpening(question: string): string {
  let rest = question
  for (let count = 0; count < maxOpenings && openingPattern.test(rest); count += 1)
    rest = rest.replace(openingPattern, '')
  const asked = rest.replace(personalData, '')
  return asked === question ? question : asked.trim()
}

/** 제 주민번호 …인데 says nothing of the matter. */
const personalData =
  /(?:(?:제|저의|내|본인) ?)?(?:주민 ?(?:등록)? ?번호|전화 ?번호|연락처|휴대폰(?: ?번호)?)[은는이가]? ?\d[\d*-]{6,20}(?:인데요?|이고요?|이에요|입니다|예요|이야)?/g

/** Removed one by one, because an expression for several of them would take exponential time. */
const maxOpenings = 8

const calls =
  '저기요*|저기|여보세요|여기요|있잖아요|안녕하세요|안녕하십니까|안녕하세여|안녕히?|수고(?: ?많으?)?(?:하십니다|하세요|십니다|으세요)|실례지만|실례합니다만?|실례해요|죄송하지만|죄송한데요?|죄송합니다만?|바쁘신데(?: ?죄송(?:하지만|한데요?|합니다만?))?|다름이? ?아니[라고오]+|혹시나?(?:요|라도)?|그런데요?|근데요?|저+|음+|어+|아+'
const announcements =
  '(?:(?:그냥|간단히) ?)?(?:뭐|뭣|뭔가|말씀|하나|한 ?가지|질문|궁금한 ?(?:게|것이|점이)|문의)?(?:[을를이]|도)? ?(?:좀|하나|한 ?가지|잠깐|잠시)?(?:만)? ?(?:(?:물어(?!보는|본)|여쭤|여쭈어|여쭙|물을)[가-힣]*(?: (?:게|것이|거|되나요?|되죠|될까요?|하는데요?|합니다|있[가-힣]*|싶[가-힣]*)){0,4}|질문(?:이|을|하나)? ?(?:있|하|드)[가-힣]*|궁금한 ?(?:게|것이|점이) ?있[가-힣]*|문의(?:드립니다|드려요|드릴게요|합니다|할게요|드리고 ?싶[가-힣]*| ?좀 ?드[가-힣]*))'

/** An opening ends with a blank, a mark or the text. */
const openingPattern = new RegExp(String.raw`^\s*(?:${calls}|${announcements})(?:[\s,.!~?…ㅎㅋㅠ]+|$)`)
