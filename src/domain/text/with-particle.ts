/**
 * A name with the particle its last Hangul letter needs: `은/는` gives 온결 법무사사무소는 and
 * 법무법인 온결은. A bracket after it is skipped, as in 사무소(본점)은; `josa` of es-hangul would look at
 * the bracket.
 */
export function withParticle(name: string, particle: '은/는' | '이/가' | '을/를'): string {
  const [afterConsonant, afterVowel] = particle.split('/')
  const last = (name.match(/[가-힣](?=[^가-힣]*$)/)?.[0] ?? '').charCodeAt(0)
  const hasConsonant = (last - 0xac00) % 28 > 0
  return name + (hasConsonant ? afterConsonant : afterVowel)
}
