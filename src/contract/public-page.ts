/** What the server and the build of the public pages tell each other: the server runs that build, it never imports the screens. */

/** Answers of this server's public calls by their address (`/api/blog/posts/`); null where a call would be answered with 404. */
export type GivenAnswers = Readonly<Record<string, unknown>>

export interface RenderRequest {
  /** Path and search of the page; null: the document without a page in it, for what the app draws by itself. */
  readonly address: string | null
  /** Where visitors reach the site, `https://…` without a slash at its end. */
  readonly origin: string
  /** The office (`officePath`), and every answer the page's loaders ask for. */
  readonly answers: GivenAnswers
  /** The document around the page, `templateFile`. */
  readonly template: string
}

export interface RenderedPage {
  readonly status: 200 | 404
  readonly html: string
}

export type RenderPage = (request: RenderRequest) => Promise<RenderedPage>

/** Id of the JSON that a prerendered page carries its answers in. */
export const answersElementId = 'given-answers'

/** An address without a page, to make the one page for all of them. */
export const unknownAddress = '/404'

/** What the build leaves for drawing: the renderer, and index.html with its style sheet written into it. Hidden from the static files. */
export const rendererFile = '.render/prerender.js'
export const templateFile = '.render/template.html'
