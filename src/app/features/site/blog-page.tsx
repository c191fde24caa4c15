import { Link, useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { buildPageSlots, countPages } from '#app/ui/data-table/paging/page-slots.ts'
import { inputClass } from '#app/ui/fields/text-field.tsx'
import type { PostList } from '#contract/blog/blog-public.ts'
import { getCategoryLabel, postsPerPage } from '#contract/blog/blog-texts.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { TextColumn } from './page-parts.tsx'
import { PassageText, PostEntry } from './post-entry.tsx'
import type { BlogQuery, BlogResult } from './read-blog.ts'

/** /blog: posts newest first, by category or tag, in pages. */
export function BlogPage({ query, result }: { query: BlogQuery; result: BlogResult<PostList> }) {
  const navigate = useNavigate()
  return (
    <>
      <div className="border-b py-12 sm:py-16">
        <TextColumn>
          <h1 className="font-serif text-[30px] leading-[42px] font-semibold sm:text-[38px] sm:leading-[54px]">
            최근 소식
          </h1>
          <p className="measure mt-4 text-lead text-ink-2">
            바뀐 법령과 절차를, 창구에서 자주 받는 질문에 답하듯 적어 둡니다.
          </p>
        </TextColumn>
      </div>
      <TextColumn>
        <div className="py-8 sm:py-12">
          <BlogSearch
            search={query.search}
            onSearch={(text) => void navigate({ to: '/blog', search: text === '' ? {} : { search: text } })}
          />
          {result.status === 'found' ? (
            <Posts query={query} list={result.value} />
          ) : (
            <Notice title="소식을 불러오지 못했습니다.">
              연결을 확인한 뒤 다시 열어 주세요. 한 번 연 글은 네트워크가 없어도 다시 열립니다.
            </Notice>
          )}
        </div>
      </TextColumn>
    </>
  )
}

function Posts({ query, list }: { query: BlogQuery; list: PostList }) {
  const pages = countPages(list.total_count, postsPerPage)
  return (
    <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[200px_1fr]">
      <Categories query={query} list={list} />
      <div className="min-w-0">
        {query.tag ? (
          <p className="mb-4 text-lead text-ink-2">
            태그 <strong className="text-ink">#{query.tag}</strong>
            <Link to="/blog" search={{}} className="ml-3 text-primary underline underline-offset-4">
              전체 보기
            </Link>
          </p>
        ) : null}
        {query.search ? <SearchSummary search={query.search} count={list.total_count} /> : null}
        {list.results.length === 0 ? (
          <Notice title={query.search ? '찾는 글이 없습니다.' : '등록된 게시글이 없습니다.'}>
            {query.category || query.tag || query.search ? (
              <>
                <Link to="/blog" search={{}} className="text-primary underline underline-offset-4">
                  전체 소식 보기
                </Link>
                {' · '}
              </>
            ) : null}
            <a href="/contact" className="text-primary underline underline-offset-4">
              상담 문의
            </a>
          </Notice>
        ) : (
          <FoundPosts list={list} offset={(query.page - 1) * postsPerPage} />
        )}
        {pages > 1 ? <Pages query={query} pages={pages} /> : null}
        {list.services && list.services.length > 0 ? <FoundServices services={list.services} /> : null}
      </div>
    </div>
  )
}

/** What a search found on the pages about the office's services. */
function FoundServices({ services }: { services: NonNullable<PostList['services']> }) {
  return (
    <section aria-labelledby="found-services" className="mt-12">
      <h2 id="found-services" className="font-serif text-[24px] leading-9 font-semibold">
        서비스 안내에서
      </h2>
      <ul className="mt-4 border-t border-rule-strong">
        {services.map(({ label, href, passage }) => (
          <li key={`${href} ${label}`} className="group relative border-b py-5">
            <h3 className="text-lead font-semibold">
              <a href={href} className="underline-offset-4 group-hover:underline after:absolute after:inset-0">
                {label}
              </a>
            </h3>
            <p className="measure mt-1 text-lead text-ink-2">
              <PassageText parts={passage} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SearchSummary({ search, count }: { search: string; count: number }) {
  return (
    <p role="status" className="mb-4 text-lead text-ink-2">
      <strong className="text-ink">‘{search}’</strong> 검색 결과 {formatNumber(count)}건
      <Link to="/blog" search={{}} className="ml-3 text-primary underline underline-offset-4">
        전체 보기
      </Link>
    </p>
  )
}

/**
 * The posts of a page of the list. Those found by another reading of the search come last, under a
 * line that says so. `offset`: number of posts on the previous pages.
 */
function FoundPosts({ list, offset }: { list: PostList; offset: number }) {
  const { results, near } = list
  const split = near ? Math.min(Math.max(near.after - offset, 0), results.length) : results.length
  const [exactMatches, nearMatches] = [results.slice(0, split), results.slice(split)]
  return (
    <>
      {exactMatches.length > 0 ? <Entries label="게시글" posts={exactMatches} /> : null}
      {near && nearMatches.length > 0 ? (
        <section className={exactMatches.length > 0 ? 'mt-10' : ''}>
          <p className="mb-4 text-lead text-ink-2">{near.says}</p>
          <Entries label="다른 말로 찾은 게시글" posts={nearMatches} />
        </section>
      ) : null}
    </>
  )
}

function Entries({ label, posts }: { label: string; posts: PostList['results'] }) {
  return (
    <ul aria-label={label} className="border-t border-rule-strong">
      {posts.map((post) => (
        <PostEntry key={post.id} post={post} />
      ))}
    </ul>
  )
}

const categoryClass =
  'flex justify-between gap-3 py-2 text-ink-2 hover:text-ink aria-[current=page]:forced-chosen aria-[current=page]:font-semibold aria-[current=page]:text-primary lg:border-b'

function Categories({ query, list }: { query: BlogQuery; list: PostList }) {
  const total = list.categories.reduce((sum, { count }) => sum + count, 0)
  const isAll = query.category === null && query.tag === null && query.search === null
  return (
    <nav aria-label="분류" data-screen-only className="lg:border-t lg:border-rule-strong">
      <ul className="flex flex-wrap gap-x-5 lg:block">
        <li>
          <Link
            to="/blog"
            search={{}}
            activeOptions={{ exact: true }}
            aria-current={isAll ? 'page' : undefined}
            className={categoryClass}
          >
            전체 <Count count={total} />
          </Link>
        </li>
        {list.categories.map(({ category, count }) => (
          <li key={category}>
            <Link
              to="/blog"
              search={{ category }}
              aria-current={query.category === category ? 'page' : undefined}
              className={categoryClass}
            >
              {getCategoryLabel(category)} <Count count={count} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Count({ count }: { count: number }) {
  return (
    <span className="tabular font-normal text-ink-3">
      {formatNumber(count)}
      <span className="sr-only">건</span>
    </span>
  )
}

const pageClass =
  'tabular flex size-11 items-center justify-center rounded-control border border-transparent text-ink-2 hover:border-rule-strong aria-[current=page]:border-primary aria-[current=page]:forced-chosen aria-[current=page]:font-semibold aria-[current=page]:text-primary'

/** Real links, because every page has its own URL. */
function Pages({ query, pages }: { query: BlogQuery; pages: number }) {
  const { page, category, tag, search } = query
  const buildSearch = (to: number) => ({
    ...(category && { category }),
    ...(tag && { tag }),
    ...(search && { search }),
    ...(to > 1 && { page: to }),
  })
  return (
    <nav aria-label="페이지" data-screen-only className="mt-8 flex flex-wrap items-center justify-center gap-1">
      {page > 1 ? (
        <Link to="/blog" search={buildSearch(page - 1)} rel="prev" className="px-3 py-3 text-ink-2 hover:text-ink">
          이전
        </Link>
      ) : null}
      {buildPageSlots(page, pages, 5).map((slot) =>
        typeof slot === 'number' ? (
          <Link
            key={slot}
            to="/blog"
            search={buildSearch(slot)}
            aria-current={slot === page ? 'page' : undefined}
            className={pageClass}
          >
            {slot}
            <span className="sr-only">페이지</span>
          </Link>
        ) : (
          <span key={slot} aria-hidden className="px-1 text-ink-3">
            …
          </span>
        ),
      )}
      {page < pages ? (
        <Link to="/blog" search={buildSearch(page + 1)} rel="next" className="px-3 py-3 text-ink-2 hover:text-ink">
          다음
        </Link>
      ) : null}
    </nav>
  )
}

function Notice({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="border-y py-14 text-center">
      <p className="text-lead font-semibold">{title}</p>
      {children ? <p className="mt-1 text-ink-2">{children}</p> : null}
    </div>
  )
}

/**
 * Searches posts. A form whose search is part of the URL, so that it also works without scripts.
 */
export function BlogSearch({ search, onSearch }: { search: string | null; onSearch(text: string): void }) {
  const field = useRef<HTMLInputElement>(null)
  const shownSearch = useRef(search ?? '')
  useEffect(() => {
    const input = field.current
    // The result of an earlier search can arrive while the next text is being typed.
    if (input?.value.trim() === shownSearch.current) input.value = search ?? ''
    shownSearch.current = search ?? ''
  }, [search])
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = field.current?.value.trim() ?? ''
    shownSearch.current = text
    onSearch(text)
  }
  return (
    <form
      role="search"
      method="get"
      action="/blog"
      onSubmit={submit}
      data-screen-only
      className="mb-6 flex max-w-[480px] gap-2 lg:ml-[240px]"
    >
      <input
        ref={field}
        type="search"
        name="search"
        aria-label="소식 검색"
        placeholder="찾는 말을 입력하세요"
        defaultValue={search ?? ''}
        maxLength={200}
        enterKeyHint="search"
        autoComplete="off"
        className={`${inputClass} h-11 flex-1`}
      />
      <button type="submit" className={`${buildButtonClass('secondary')} h-11 shrink-0`}>
        검색
      </button>
    </form>
  )
}
