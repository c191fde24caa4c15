import { createRootRoute, lazyRouteComponent } from '@tanstack/react-router'
import { pageTitle } from './features/site/page-facts.ts'
import { RootFrame } from './shell/root-frame.tsx'
import { ScreenError } from './shell/screen-error.tsx'

/** Above every address of the app. */
export const root = createRootRoute({
  component: RootFrame,
  errorComponent: ScreenError,
  // The spec's way to / is a page that leads there: see its comment.
  notFoundComponent: lazyRouteComponent(() => import('./features/site/not-found-page.tsx'), 'NotFoundPage'),
  staticData: { title: pageTitle('/'), frame: 'public' },
})
