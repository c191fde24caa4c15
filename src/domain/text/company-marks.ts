/** What says that a name is a company's: one word, or a syllable or two in brackets. */
const kinds = [
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
const mark = new RegExp(`([(（〔［[](?:[가-힣]{1,2}|${kinds})[)）〕］\\]]|${kinds})`, 'u')

/** A text in pieces, every second of which is a company's mark that no line ends within: `(주)`, `주식회사`. */
export function splitAtMarks(text: string): string[] {
  return text.split(mark)
}
