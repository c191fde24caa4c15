/** Request header: the build of the app that a page runs. Without zod, because every page sends it. */
export const appBuildHeader = 'x-app-build'

/** A build is named by its first script, whose name changes with anything in it: `/assets/index-B2xK9_ab.js` → `B2xK9_ab`. Null for what is no built page. */
export function appBuildOf(scriptSource: string): string | null {
  return /\/assets\/index-([\w-]{6,12})\.js$/.exec(scriptSource)?.[1] ?? null
}

/** What a header says, where it can be the name of a build; anybody can write anything there, and the number of a person has thirteen digits. */
export function knownBuild(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w-]{6,12}$/.test(header) ? header : undefined
}
