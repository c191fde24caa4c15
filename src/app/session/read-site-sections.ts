import { siteSectionsPath } from '#contract/site/site-paths.ts'
import type { SiteSection } from '#contract/site/site-sections.ts'

/**
 * The texts of the public site; the service worker has them without a network. Rejects if there is
 * no response that can be searched.
 */
export async function readSiteSections(signal: AbortSignal): Promise<readonly SiteSection[]> {
  const response = await fetch(siteSectionsPath, { signal })
  const data: unknown = await response.json()
  const sections = typeof data === 'object' && data !== null && 'sections' in data ? data.sections : null
  if (!Array.isArray(sections) || !sections.every(isSection)) throw new Error('no sections to search')
  return sections
}

/** The schema's validator would be a fifth of the search's size. */
function isSection(data: unknown): data is SiteSection {
  if (typeof data !== 'object' || data === null) return false
  const values: Record<string, unknown> = { ...data }
  return ['page', 'heading', 'href', 'text'].every((key) => typeof values[key] === 'string')
}
