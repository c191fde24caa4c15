import { pageFacts } from '#app/features/site/page-facts.ts'

/** Every page a visitor reads: the public pages with an address of their own (/services asks for a sign-in) and one post of the office's demo blog. */
export const publicAddresses: readonly string[] = [
  ...pageFacts.map(({ path }) => path).filter((path) => path !== '/services'),
  '/blog/1',
]
