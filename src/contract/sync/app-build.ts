/**
 * Request header with the build of the app that a page runs. Defined without zod because every page
 * sends it.
 */
export const appBuildHeader = 'x-app-build'

/**
 * Name of a build, taken from its first script, whose name changes with any change of the code:
 * `/assets/index-B2xK9_ab.js` → `B2xK9_ab`. Null for any other script.
 */
export function parseAppBuild(scriptSource: string): string | null {
  return /\/assets\/index-([\w-]{6,12})\.js$/.exec(scriptSource)?.[1] ?? null
}

/**
 * The build named by the header, if it looks like one. Anybody can send anything in a header; the
 * length limit also rejects the 13 digits of a resident number.
 */
export function parseBuildHeader(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w-]{6,12}$/.test(header) ? header : undefined
}
