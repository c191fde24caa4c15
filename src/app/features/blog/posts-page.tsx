import { Link } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { z } from 'zod'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { ResultView } from '#app/session/result-view.tsx'
import { useServerQuery } from '#app/session/server-query.ts'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { PageButtons } from '#app/ui/data-table/paging/page-buttons.tsx'
import { countPages } from '#app/ui/data-table/paging/page-slots.ts'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { getCategoryLabel } from '#contract/blog/blog-texts.ts'
import { type ManagedPostList, managedPostListSchema, managedPostsPath, postStates } from '#contract/blog/blog.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'
import { StateBadge } from './state-badge.tsx'

const searchSchema = z.object({
  state: z
    .enum(['', ...postStates.map(({ value }) => value)])
    .catch('')
    .default(''),
  search: z.string().max(200).catch('').default(''),
  page: z.int().min(1).catch(1).default(1),
})
const searchKind = { schema: searchSchema, empty: searchSchema.parse({}) }

const pageSize = 20
const stateChoices = [{ value: '', label: '전체' }, ...postStates] as const

/** /staff/blog: every post with its state. Needs a connection, because posts are not mirrored. */
export function PostsPage() {
  const { search, change } = useUrlSearch(searchKind)
  const searchParams = { ...search, page_size: pageSize }
  const query = useServerQuery(managedPostsPath, managedPostListSchema, {
    queryKey: ['blog', searchParams],
    call: { searchParams },
    keepsPrevious: true,
  })
  return (
    <PageLayout>
      <header className="flex flex-wrap items-end gap-3">
        <h1 className="mr-auto text-title font-semibold">소식</h1>
        <div className="w-32">
          <Select label="상태" value={search.state} choices={stateChoices} onValue={(state) => change({ state })} />
        </div>
        <div className="w-56">
          <TextField
            label="검색"
            value={search.search}
            onValue={(text) => change({ search: text }, 'typed')}
            maxLength={200}
          />
        </div>
        <Link to="/staff/blog/$id" params={{ id: 'new' }} className={buildButtonClass('primary')}>
          <PenLine size={16} strokeWidth={1.5} aria-hidden /> 새 글
        </Link>
      </header>
      <ResultView {...query} pending={<Pending />} noun="게시글은">
        {(posts) => <Posts postList={posts} offset={(search.page - 1) * pageSize} />}
      </ResultView>
      {query.value && query.value.total_count > pageSize ? (
        <nav aria-label="페이지" className="flex">
          <PageButtons
            page={search.page}
            pages={countPages(query.value.total_count, pageSize)}
            onPage={(page) => change({ page })}
          />
        </nav>
      ) : null}
    </PageLayout>
  )
}

function Posts({ postList: list, offset }: { postList: ManagedPostList; offset: number }) {
  const { results, near } = list
  if (results.length === 0) {
    return <p className="border-b py-10 text-center font-semibold">등록된 게시글이 없습니다.</p>
  }
  const split = near ? Math.min(Math.max(near.after - offset, 0), results.length) : results.length
  return (
    <>
      {split > 0 ? <Entries posts={results.slice(0, split)} label="게시글" /> : null}
      {near && split < results.length ? (
        <>
          <p role="status" className="text-ink-2">
            {near.says}
          </p>
          <Entries posts={results.slice(split)} label="다른 말로 찾은 게시글" />
        </>
      ) : null}
    </>
  )
}

function Entries({ posts, label }: { posts: ManagedPostList['results']; label: string }) {
  return (
    <ul aria-label={label}>
      {posts.map((post) => (
        <li key={post.id} className="group relative flex flex-wrap items-center gap-x-3 gap-y-1 border-b py-3">
          <PostThumb image={post.image} />
          <StateBadge state={post.state} />
          <Link
            to="/staff/blog/$id"
            params={{ id: post.id }}
            className="min-w-0 flex-1 basis-64 font-semibold group-hover:underline after:absolute after:inset-0"
          >
            {post.title}
          </Link>
          <span className="text-ink-2">{getCategoryLabel(post.category)}</span>
          <span className="text-ink-2">{post.author_name}</span>
          <span className="tabular text-label text-ink-3">
            <time dateTime={post.updated_at}>{formatMoment(post.updated_at)}</time> 저장
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Decorative picture; its space is reserved without one too, so that the lines align. */
function PostThumb({ image }: { image: string | null }) {
  const box = 'h-9 w-[72px] shrink-0 rounded-control border bg-paper-sunk'
  if (image === null) return <span aria-hidden className={`${box} max-sm:hidden`} />
  return (
    <img src={image} alt="" width={72} height={36} loading="lazy" decoding="async" className={`${box} object-cover`} />
  )
}

function Pending() {
  return (
    <div role="status" className="flex flex-col gap-3 py-4">
      <span className="sr-only">불러오는 중...</span>
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-8 w-full" />
      ))}
    </div>
  )
}
