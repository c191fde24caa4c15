const timeoutMs = 3000

/**
 * Loads the font subsets for a text. Browsers load them for visible text only, so without this a
 * print has gaps or a fallback font.
 */
export async function untilFontsLoaded(text: string): Promise<void> {
  const letters = [...new Set(text)].join('')
  const { fontFamily } = getComputedStyle(document.body)
  const loading = Promise.all(
    ['400', '600', '700'].map((weight) => document.fonts.load(`${weight} 12px ${fontFamily}`, letters)),
  ).catch(() => [])
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
}
