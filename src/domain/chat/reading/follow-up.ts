/**
 * The rest of a question that begins by referring to the one before (그럼 비용은?, 그중에 보류인 것만);
 * null for any other.
 */
export function readFollowUp(question: string): string | null {
  const reference = referencePattern.exec(question)
  return reference ? question.slice(reference[0].length) : null
}

const referencePattern =
  /^\s*(?:그럼|그러면|그건|그거|그중|거기서?|그때|그리고|또|그\s사건|이건)(?:[은는도에서]{1,2}(?=[\s,?]|$)|(?=[\s,?]|$))[\s,]*/
