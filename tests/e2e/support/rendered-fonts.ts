import type { Page } from '@playwright/test'

/**
 * Fonts used for the elements' own text. `foreign`: device fonts that replace missing characters of
 * the site's fonts.
 */
export async function listFonts(page: Page, selector: string): Promise<{ count: number; foreign: string[] }> {
  const inspector = await page.context().newCDPSession(page)
  await inspector.send('DOM.enable')
  await inspector.send('CSS.enable')
  const { root } = await inspector.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await inspector.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector })
  const platformFontLists = await Promise.all(
    nodeIds.map((nodeId) => inspector.send('CSS.getPlatformFontsForNode', { nodeId })),
  )
  await inspector.detach()
  const fonts = platformFontLists.flatMap((platformFonts) => platformFonts.fonts)
  return { count: fonts.length, foreign: fonts.filter((font) => !font.isCustomFont).map((font) => font.familyName) }
}
