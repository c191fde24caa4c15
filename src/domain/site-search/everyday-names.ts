/** What everybody calls taxes and papers, with the names that the pages use. */
const everydayNames: readonly (readonly [said: RegExp, name: string])[] = [
  [/취(?:득)? ?등록 ?세|(?<![가-힣])등[록기] ?세(?![가-힣]{2})/g, '취득세'],
  [/(?:집|땅) ?문서/g, '등기필증'],
  [/건물 ?대장/g, '건축물대장'],
  [/호적(?: ?등본)?(?![가-힣]{2})/g, '가족관계증명서'],
  [/(?:떼다|떼기|뽑기)(?= |$)/g, '발급'],
]

/** A question or search in the names of the pages. */
export function toOfficialNames(text: string): string {
  return everydayNames.reduce((said, [words, name]) => said.replace(words, name), text)
}
