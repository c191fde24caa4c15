/** Company forms in a name: a whole word, or a short form in brackets. */
const companyForms = [
  '주식회사',
  '유한회사',
  '유한책임회사',
  '합자회사',
  '합명회사',
  '사단법인',
  '재단법인',
  '의료법인',
  '학교법인',
  '사회복지법인',
  '농업회사법인',
  '어업회사법인',
  '영농조합법인',
  '영어조합법인',
  '협동조합',
].join('|')
const markPattern = new RegExp(`([(（〔［[](?:[가-힣]{1,2}|${companyForms})[)）〕］\\]]|${companyForms})`, 'u')

/**
 * Splits a text so that every second piece is a company mark (`(주)`, `주식회사`), within which no line
 * may break.
 */
export function splitAtMarks(text: string): string[] {
  return text.split(markPattern)
}
