/**
 * Interface between the server and the build of the public pages. The server runs that build and
 * never imports the screens.
 */

/**
 * Responses of the server's public calls by path (`/api/blog/posts/`); null if the call would be
 * 404.
 */
export type EmbeddedData = Readonly<Record<string, unknown>>

export interface RenderRequest {
  /**
   * Path and search of the page; null for the document without a page, which the app renders
   * itself.
   */
  readonly path: string | null
  /** Public origin of the site, `https://…` without a trailing slash. */
  readonly origin: string
  /** The office (`officePath`), and every response that the page's loaders request. */
  readonly data: EmbeddedData
  /** HTML around the page, `templateFile`. */
  readonly template: string
}

export interface RenderedPage {
  readonly status: 200 | 404
  readonly html: string
}

export type RenderPage = (request: RenderRequest) => Promise<RenderedPage>

/** Id of the JSON element that carries a prerendered page's responses. */
export const embeddedDataId = 'given-answers'

/** A path without a page, used to render the not-found page. */
export const notFoundPath = '/404'

/**
 * Files the build leaves for rendering: the renderer, and index.html with inlined styles. Not
 * served as static files.
 */
export const rendererFile = '.render/prerender.js'
export const templateFile = '.render/template.html'
