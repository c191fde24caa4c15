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
