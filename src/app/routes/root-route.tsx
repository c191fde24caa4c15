import { createRootRouteWithContext, lazyRouteComponent } from '@tanstack/react-router'
import { getPageTitle } from '#app/features/site/page-metadata.ts'
import type { TakeEmbedded } from '#app/features/site/prerendered-page.ts'
import { RootFrame } from '#app/shell/root-frame.tsx'
import { ScreenError } from '#app/shell/screen-states.tsx'

/** Passed to every loader. */
export interface RouterContext {
  readonly takeEmbedded: TakeEmbedded
}

/** Parent of every route of the app. */
export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootFrame,
  errorComponent: ScreenError,
  notFoundComponent: lazyRouteComponent(() => import('#app/features/site/not-found-page.tsx'), 'NotFoundPage'),
  staticData: { title: getPageTitle('/'), frame: 'public' },
})
