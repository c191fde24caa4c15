import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageTitle, type PagePath } from './features/site/page-facts.ts'
import { root } from './root-route.tsx'

/** A public page of the site: its path, with the title from page-facts.ts. */
function sitePage<Path extends PagePath>(path: Path) {
  return { getParentRoute: () => root, path, staticData: { title: pageTitle(path), frame: 'public' } } as const
}

const home = createRoute({
  ...sitePage('/'),
  component: lazyRouteComponent(() => import('./features/site/home-page.tsx'), 'HomePage'),
})

const about = createRoute({
  ...sitePage('/about'),
  component: lazyRouteComponent(() => import('./features/site/about-page.tsx'), 'AboutPage'),
})

const PrivacyPage = lazyRouteComponent(() => import('./features/site/privacy-page.tsx'), 'PrivacyPage')

const privacy = createRoute({
  ...sitePage('/privacy'),
  loader: async ({ context, abortController }) => {
    // The server renders in one pass, so data that isn't loaded by then would be missing.
    const [{ readPrivacyFacts }] = await Promise.all([
      import('./features/site/read-privacy.ts'),
      PrivacyPage.preload?.(),
    ])
    return { facts: await readPrivacyFacts({ ...context, signal: abortController.signal }) }
  },
  component: PrivacyRoute,
})

function PrivacyRoute(): ReactNode {
  return <PrivacyPage {...privacy.useLoaderData()} />
}

const terms = createRoute({
  ...sitePage('/terms'),
  component: lazyRouteComponent(() => import('./features/site/terms-page.tsx'), 'TermsPage'),
})

const corporate = createRoute({
  ...sitePage('/services/corporate'),
  component: lazyRouteComponent(() => import('./features/site/corporate-service-page.tsx'), 'CorporateServicePage'),
})

const civil = createRoute({
  ...sitePage('/services/civil'),
  component: lazyRouteComponent(() => import('./features/site/civil-service-page.tsx'), 'CivilServicePage'),
})

const contact = createRoute({
  ...sitePage('/contact'),
  component: lazyRouteComponent(() => import('./features/site/contact-page.tsx'), 'ContactPage'),
})

/** The public pages that are the same for every reader. */
export const siteRoutes = [home, about, privacy, terms, corporate, civil, contact] as const
