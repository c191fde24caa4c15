import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { root } from './root-route.tsx'

const CallbackPage = lazyRouteComponent(() => import('./session/callback/callback-page.tsx'), 'CallbackPage')

const callback = createRoute({
  getParentRoute: () => root,
  path: '/oauth/callback/kakao',
  component: CallbackPage,
  staticData: { title: '로그인', frame: 'public' },
})

const kiaCallback = createRoute({
  getParentRoute: () => root,
  path: '/oauth/callback/kia',
  component: CallbackPage,
  staticData: { title: '로그인', frame: 'public' },
})

const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./session/invitation/invitation-page.tsx'), 'InvitationPage'),
  staticData: { title: '직원 초대', frame: 'public' },
})

/** Entry points: the return from a provider, and an invitation. */
export const signInRoutes = [callback, kiaCallback, invitation] as const
