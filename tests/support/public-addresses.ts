import { publicPaths } from '#contract/app-paths.ts'

/** Every page a visitor reads: the pages that search engines should find, and one post of the office's demo blog. */
export const publicAddresses: readonly string[] = [...publicPaths, '/blog/1']
