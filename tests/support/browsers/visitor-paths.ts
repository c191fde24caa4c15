import { publicPaths } from '#contract/app-paths.ts'

/**
 * Every page for visitors: those that search engines should find, and one post of the demo blog.
 */
export const visitorPaths: readonly string[] = [...publicPaths, '/blog/1']
