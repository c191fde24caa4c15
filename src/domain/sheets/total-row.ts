/** The non-amount cells of a row: text or nothing. */
type Words = readonly (string | null)[]

/**
 * Whether a row is a total: 소계, 합계, 총계, 누계, 계, 2월 계, 평균, 총 12건. The word comes first or after a
 * group name (서울 소계), and only amounts follow it.
 */
export function isTotalRow(words: Words): boolean {
  const labels = words.map((word) => (word ?? '').normalize('NFKC').replace(/[\s:[\]<>()·*-]/g, ''))
  const at = labels.findIndex((word) => totalWord.test(word))
  if (at === -1) return false
  const word = labels[at] ?? ''
  const before = labels.slice(0, at).filter((one) => one !== '')
  return before.length <= 1 && labels.slice(at + 1).every((one) => one === '' || one === word)
}

const totalWord =
  /^(?:.{0,20}(?:소계|합계|총계|누계|월계|총합|총액)(?:금?액)?|\d{1,4}(?:년|월|일|분기)계|계|총계?|전체|누적|평균|average|total|subtotal|grandtotal|sum|총[\d,]+(?:건|행|개|명))$/i
