/**
 * The rest of a question that begins by referring to the one before (그럼 비용은?, 그중에 보류인 것만, 그 사건
 * 담당자는?, 그걸 구간별로); null for any other.
 */
export function readFollowUp(question: string): string | null {
  const reference = referencePattern.exec(question)
  return reference ? question.slice(reference[0].length) : null
}

const things =
  '사건|건|기록|문의|사람|분|회사|세대|주소|휴가|배송|퀵|구간|사업구간|신청서|집|호실|아파트|땅|토지|필지|현장|단지|업체|결과|목록|표|금액|돈|것|거|중'
const particle = '(?:[은는도에서의을를로만]{1,2}|이랑|하고)?'

const referencePattern = new RegExp(
  [
    String.raw`^\s*(?:아니\s*)?(?:`,
    '그럼|그러면|그건|그거|그것|그걸|그게|그중|거기서?|그때|그리고|또|이건|이거|이걸|이것|저거|저걸|얘네|여기서|이\\s중에|',
    String.raw`(?:그|이|저|해당|방금|아까|위(?:에|의)?)\s?(?:그\s?)?(?:${things})(?:들)?`,
    String.raw`)${particle}(?=[\s,?]|$)[\s,]*`,
  ].join(''),
)

/**
 * What a follow-up says about the records of the answer before it, without the noun that stands for
 * them (보류된 건, 오달래 거만, 금액순으로), and whether it has such a noun or ending.
 */
export function readModifier(said: string): { readonly words: string; readonly isNarrowing: boolean } {
  const ordered = said.replace(amountOrder, readAmountOrder).replace(excludedThing, ' ')
  const thing = ordered.replace(thingEnding, ' $1 $2').trim()
  const isThing = thing !== ordered
  const words = isThing ? thing : ordered.replace(topicEnding, '')
  return {
    words,
    isNarrowing:
      isThing || /만(?:요)?$|빼고|제외|말고|뺀|순(?:서)?(?:으로|대로|로)?$|(?:[것거건]|순) ?부터$/.test(said),
  }
}

/** 보류된건, 상속인 거, 오달래 거, 반려된 건 왜; but not 몇 건 or 사건. */
const thingEnding =
  /(?<=[가-힣])(?: ?인)? ?(?:(?<![몇사안조물요\d] ?)건|[거것꺼])(?:은|는|들|만|이|도)?(?:요)?( ?(?:몇 ?[건개명곳]|얼마|왜|이유|있)[가-힣]{0,4})?( ?(?:좀 ?)?(?:보여|알려|찾아|뽑아)[가-힣 ]{0,6})?$/
/** 취소된 건 빼고. */
const excludedThing = /(?<=[가-힣]) ?(?<![몇사안조물요\d] ?)[건거것꺼](?:들)?[은는만]?(?= ?(?:빼고|제외|말고|뺀))/
/** 금액 큰 순으로, of whatever amount the answer before was about. */
const amountOrder =
  /^(?:금액|비용|돈)[이을]? ?(?:(?:큰|높은|많은)|(작은|적은|낮은))? ?(?:순(?:서)?(?:으로|대로|로)?|[것거건] ?부터)$/

function readAmountOrder(_: string, smallest: string | undefined): string {
  return smallest === undefined ? '제일 큰 순' : '제일 작은 순'
}

export const topicEnding = /(?<=..)(?:은|는|도)(?:요)?$/
