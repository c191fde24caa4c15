/**
 * The particle that follows a word as it is read: 100이 (백), 12를 (이), 3차가, PDF를. `josa.pick` of
 * es-hangul reads digits and Latin letters as if they ended in a vowel.
 */
export function pickParticle(word: string, particles: '은/는' | '이/가' | '을/를'): string {
  const [afterConsonant = '', afterVowel = ''] = particles.split('/')
  const last = word.normalize('NFC').match(/[가-힣\dA-Za-z](?=[^가-힣\dA-Za-z]*$)/)?.[0] ?? ''
  return endsInConsonant(last) ? afterConsonant : afterVowel
}

function endsInConsonant(letter: string): boolean {
  // 영, 일, 삼, 육, 칠, 팔; a number that ends in zeros is read 십, 백, 천, 만 or 억.
  if (/\d/.test(letter)) return '013678'.includes(letter)
  if (/[a-z]/i.test(letter)) return 'lmnr'.includes(letter.toLowerCase())
  return letter !== '' && (letter.charCodeAt(0) - 0xac00) % 28 > 0
}
