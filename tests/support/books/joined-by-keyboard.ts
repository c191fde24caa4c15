/**
 * Compound consonants that a two-set keyboard makes of two consonants typed in a row, and a name
 * whose syllables begin with those two.
 */
export const joinedByKeyboard = [
  ['ㄳ', 'ㄱㅅ', '가솔람'],
  ['ㄵ', 'ㄴㅈ', '나정람'],
  ['ㄶ', 'ㄴㅎ', '나하람'],
  ['ㄺ', 'ㄹㄱ', '라건람'],
  ['ㄻ', 'ㄹㅁ', '라미람'],
  ['ㄼ', 'ㄹㅂ', '라빛람'],
  ['ㄽ', 'ㄹㅅ', '라솔람'],
  ['ㄾ', 'ㄹㅌ', '라탄람'],
  ['ㄿ', 'ㄹㅍ', '라푸람'],
  ['ㅀ', 'ㄹㅎ', '라하람'],
  ['ㅄ', 'ㅂㅅ', '박새람'],
] as const
