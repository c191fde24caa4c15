/** What stands in the answer itself, before a browser makes anything of it. */
export interface PublicHtml {
  status: number
  isPage: boolean
  html: string
  ids: readonly string[]
  /** The links that stay on this site: path with search, and the part of the page they point at. */
  links: readonly { path: string; id: string }[]
}

/** Asks the server for an address as a search engine does. A page has its own text: the app's empty shell is none. */
export async function readPublicHtml(origin: string, path: string): Promise<PublicHtml> {
  const answer = await fetch(origin + path, { headers: { accept: 'text/html' } })
  const html = await answer.text()
  const isPage = answer.headers.get('content-type')?.startsWith('text/html') === true && html.includes('</h1>')
  const addresses = isPage ? valuesOf(html, /<a\s[^>]*?href="([^"]*)"/g) : []
  const links = addresses
    .map((address) => new URL(unescaped(address), answer.url))
    .filter((address) => address.origin === new URL(origin).origin)
    .map(({ pathname, search, hash }) => ({ path: pathname + search, id: decodeURIComponent(hash.slice(1)) }))
  return { status: answer.status, isPage, html, ids: valuesOf(html, /\sid="([^"]*)"/g), links }
}

function valuesOf(html: string, pattern: RegExp): string[] {
  return [...html.matchAll(pattern)].map((match) => match[1] ?? '')
}

function unescaped(text: string): string {
  return text.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}
