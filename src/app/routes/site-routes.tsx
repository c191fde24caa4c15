import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { getPageTitle, type PagePath } from '#app/features/site/page-metadata.ts'
import { PostPending } from '#app/features/site/post-pending.tsx'
import type { BlogPageData, PostPageData } from '#app/features/site/read-blog.ts'
import type { PrivacyPageData } from '#app/features/site/read-privacy.ts'
import { requireStaff } from '#app/session/guards.ts'
import { rootRoute } from './root-route.tsx'

/**
 * A public page of the site: its path, with the title from page-metadata.ts. The server renders in
 * one pass, so loaders also wait for the page's own chunk.
 */
function sitePage<Path extends PagePath>(path: Path) {
  return { getParentRoute: () => rootRoute, path, staticData: { title: getPageTitle(path), frame: 'public' } } as const
}

const home = createRoute({
  ...sitePage('/'),
  component: lazyRouteComponent(() => import('#app/features/site/home-page.tsx'), 'HomePage'),
})

const about = createRoute({
  ...sitePage('/about'),
  component: lazyRouteComponent(() => import('#app/features/site/about-page.tsx'), 'AboutPage'),
})

const PrivacyPage = lazyRouteComponent(() => import('#app/features/site/privacy-page.tsx'), 'PrivacyPage')

const privacy = createRoute({
  ...sitePage('/privacy'),
  loader: async ({ context, abortController }): Promise<PrivacyPageData> => {
    const chunk = PrivacyPage.preload?.()
    const { loadPrivacyNotice } = await import('#app/features/site/read-privacy.ts')
    const notice = await loadPrivacyNotice({ ...context, signal: abortController.signal })
    await chunk
    return { notice }
  },
  component: PrivacyRoute,
})

// The router infers `any` for loader data in this file, because its own type includes these routes.
function PrivacyRoute(): ReactNode {
  const { notice }: PrivacyPageData = privacy.useLoaderData()
  return <PrivacyPage notice={notice} />
}

const terms = createRoute({
  ...sitePage('/terms'),
  component: lazyRouteComponent(() => import('#app/features/site/terms-page.tsx'), 'TermsPage'),
})

const corporate = createRoute({
  ...sitePage('/services/corporate'),
  component: lazyRouteComponent(() => import('#app/features/site/corporate-service-page.tsx'), 'CorporateServicePage'),
})

const civil = createRoute({
  ...sitePage('/services/civil'),
  component: lazyRouteComponent(() => import('#app/features/site/civil-service-page.tsx'), 'CivilServicePage'),
})

const contact = createRoute({
  ...sitePage('/contact'),
  component: lazyRouteComponent(() => import('#app/features/site/contact-page.tsx'), 'ContactPage'),
})

/** The public pages that are the same for every reader. */
export const siteRoutes = [home, about, privacy, terms, corporate, civil, contact] as const

const CallbackPage = lazyRouteComponent(() => import('#app/session/sign-in/callback/callback-page.tsx'), 'CallbackPage')

const callback = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth/callback/kakao',
  component: CallbackPage,
  staticData: { title: '로그인', frame: 'public' },
})

const kiaCallback = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth/callback/kia',
  component: CallbackPage,
  staticData: { title: '로그인', frame: 'public' },
})

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(() => import('#app/session/sign-in/invitation-page.tsx'), 'InvitationPage'),
  staticData: { title: '직원 초대', frame: 'public' },
})

/** Entry points: the return from a provider, and an invitation. */
export const signInRoutes = [callback, kiaCallback, invitation] as const

const BlogPage = lazyRouteComponent(() => import('#app/features/site/blog-page.tsx'), 'BlogPage')
const PostPage = lazyRouteComponent(() => import('#app/features/site/post-page.tsx'), 'PostPage')

const blog = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog',
  // Page, category and tag live in the query string; parseBlogQuery validates them.
  validateSearch: (search: Record<string, unknown>) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ deps, context, abortController }): Promise<BlogPageData> => {
    const chunk = BlogPage.preload?.()
    const { parseBlogQuery, formatBlogTitle: blogTitle, readPosts } = await import('#app/features/site/read-blog.ts')
    const query = parseBlogQuery(deps)
    const result = await readPosts(query, { ...context, signal: abortController.signal })
    await chunk
    return { query, result, documentTitle: blogTitle(query) }
  },
  component: BlogRoute,
  staticData: { title: getPageTitle('/blog'), frame: 'public' },
})

function BlogRoute(): ReactNode {
  const { query, result }: BlogPageData = blog.useLoaderData()
  return <BlogPage query={query} result={result} />
}

const post = createRoute({
  getParentRoute: () => rootRoute,
  path: '/blog/$id',
  loader: async ({ params, context, abortController }): Promise<PostPageData> => {
    const chunk = PostPage.preload?.()
    const { readPost } = await import('#app/features/site/read-blog.ts')
    const result = await readPost(params.id, { ...context, signal: abortController.signal })
    await chunk
    return result
  },
  component: PostRoute,
  pendingComponent: PostPending,
  staticData: { title: getPageTitle('/blog'), frame: 'public' },
})

function PostRoute(): ReactNode {
  const result: PostPageData = post.useLoaderData()
  return <PostPage result={result} />
}

const staffBlog = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/blog',
  beforeLoad: requireStaff,
  // State, search and page live in the query string; the screen validates them.
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import('#app/features/blog/posts-page.tsx'), 'PostsPage'),
  staticData: { title: '소식', frame: 'staff' },
})

const staffPost = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/blog/$id',
  beforeLoad: requireStaff,
  component: lazyRouteComponent(() => import('#app/features/blog/post-editor-page.tsx'), 'PostEditorPage'),
  staticData: { title: '글쓰기', frame: 'staff' },
})

/** The blog for visitors and its staff screens. */
export const blogRoutes = [blog, post, staffBlog, staffPost] as const
