/** The search in the page opens for a link with this parameter. */
export const siteSearchParam = 'find'

/** A link to the search over the public site, filled in. */
export function buildSiteSearchLink(pathname: string, text: string): string {
  return `${pathname}?${siteSearchParam}=${encodeURIComponent(text)}`
}
