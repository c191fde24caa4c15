import type { Page } from '@playwright/test'

/**
 * Fonts used for the elements' own text. `foreign`: device fonts that replace missing characters of
 * the site's fonts.
 */
export async function fontsOf(page: Page, selector: string): Promise<{ drawn: number; foreign: string[] }> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('DOM.enable')
  await inspector.send('CSS.enable')
  const { root } = await inspector.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await inspector.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  const answers = await Promise.all(nodeIds.map((nodeId) => inspector.send('CSS.getPlatformFontsForNode', { nodeId })))
  await inspector.detach()
  const fonts = answers.flatMap((answer) => answer.fonts)
  return { drawn: fonts.length, foreign: fonts.filter((font) => !font.isCustomFont).map((font) => font.familyName) }
}
