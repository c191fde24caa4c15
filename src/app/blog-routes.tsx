import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { pageTitle } from './features/site/page-facts.ts'
import { PostPending } from './features/site/post-pending.tsx'
import { root } from './root-route.tsx'
import { requireStaff } from './session/guards.ts'

const BlogPage = lazyRouteComponent(() => import('./features/site/blog-page.tsx'), 'BlogPage')
const PostPage = lazyRouteComponent(() => import('./features/site/post-page.tsx'), 'PostPage')

const blog = createRoute({
  getParentRoute: () => root,
  path: '/blog',
  // Page, category and tag live in the query string; blogQuestionOf validates them.
  validateSearch: (search: Record<string, unknown>) => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ deps, context, abortController }) => {
    void BlogPage.preload?.()
    const { blogQuestionOf, blogTitle, readPosts } = await import('./features/site/read-blog.ts')
    const question = blogQuestionOf(deps)
    const answer = await readPosts(question, { ...context, signal: abortController.signal })
    return { question, answer, documentTitle: blogTitle(question) }
  },
  component: BlogRoute,
  staticData: { title: pageTitle('/blog'), frame: 'public' },
})

function BlogRoute(): ReactNode {
  return <BlogPage {...blog.useLoaderData()} />
}

const post = createRoute({
  getParentRoute: () => root,
  path: '/blog/$id',
  loader: async ({ params, context, abortController }) => {
    void PostPage.preload?.()
    const { readPost } = await import('./features/site/read-blog.ts')
    return await readPost(params.id, { ...context, signal: abortController.signal })
  },
  component: PostRoute,
  pendingComponent: PostPending,
  staticData: { title: pageTitle('/blog'), frame: 'public' },
})

function PostRoute(): ReactNode {
  return <PostPage answer={post.useLoaderData()} />
}

const staffBlog = createRoute({
  getParentRoute: () => root,
  path: '/staff/blog',
  beforeLoad: requireStaff,
  // State, search and page live in the query string; the screen validates them.
  validateSearch: (search: Record<string, unknown>) => search,
  component: lazyRouteComponent(() => import('./features/blog/posts-page.tsx'), 'PostsPage'),
  staticData: { title: '소식', frame: 'staff' },
})

const staffPost = createRoute({
  getParentRoute: () => root,
  path: '/staff/blog/$id',
  beforeLoad: requireStaff,
  component: lazyRouteComponent(() => import('./features/blog/post-editor-page.tsx'), 'PostEditorPage'),
  staticData: { title: '글쓰기', frame: 'staff' },
})

/** The blog for visitors and its staff screens. */
export const blogRoutes = [blog, post, staffBlog, staffPost] as const
