/**
 * The rest of a question that begins by referring to the one before (그럼 비용은?, 그중에 보류인 것만, 그 사건
 * 담당자는?); null for any other.
 */
export function readFollowUp(question: string): string | null {
  const reference = referencePattern.exec(question)
  return reference ? question.slice(reference[0].length) : null
}

const referencePattern =
  /^\s*(?:그럼|그러면|그건|그거|그것|그중|거기서?|그때|그리고|또|이건|(?:그|이|해당)\s?(?:사건|건|기록|문의|사람|분|회사|세대|주소|휴가|배송|퀵|구간|사업구간|신청서)(?:들)?)(?:[은는도에서의]{1,2}(?=[\s,?]|$)|(?=[\s,?]|$))[\s,]*/
