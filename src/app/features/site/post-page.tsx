import { Link } from '@tanstack/react-router'
import { buildButtonClass } from '#app/ui/buttons/button-look.ts'
import { Prose } from '#app/ui/display/prose.tsx'
import type { Post } from '#contract/blog/blog-public.ts'
import { getCategoryLabel } from '#contract/blog/blog-texts.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { TextColumn } from './page-parts.tsx'
import { PostAuthor, PostEntry, PostPicture } from './post-entry.tsx'
import type { BlogResult } from './read-blog.ts'

export function PostPage({ result }: { result: BlogResult<Post> }) {
  if (result.status === 'found') return <Article post={result.value} />
  return (
    <TextColumn>
      <section className="my-16 flex flex-col items-start gap-3 border-y py-14 sm:my-24">
        <h1 className="font-serif text-headline font-semibold">
          {result.status === 'not_found' ? '게시글을 찾을 수 없습니다' : '게시글을 불러오지 못했습니다'}
        </h1>
        <p className="text-lead text-ink-2">
          {result.status === 'not_found'
            ? '요청하신 게시글을 찾을 수 없습니다.'
            : '연결을 확인한 뒤 다시 열어 주세요. 한 번 연 글은 네트워크가 없어도 다시 열립니다.'}
        </p>
        <Link to="/blog" search={{}} className={`mt-3 ${buildButtonClass('secondary', 'xl')}`}>
          블로그 목록으로
        </Link>
      </section>
    </TextColumn>
  )
}

function Article({ post }: { post: Post }) {
  return (
    <article className="font-text">
      <header className="border-b py-12 sm:py-16">
        <TextColumn>
          <p className="flex flex-wrap gap-x-3 font-semibold text-danger">
            <Link to="/blog" search={{ category: post.category }} className="underline-offset-4 hover:underline">
              {getCategoryLabel(post.category)}
            </Link>
            {post.state === 'draft' ? <span>초안 · 아직 게시되지 않았습니다</span> : null}
          </p>
          <h1 className="mt-3 max-w-[26em] text-[27px] leading-[40px] font-bold sm:text-[36px] sm:leading-[52px]">
            {post.title}
          </h1>
          <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-2">
            <span className="inline-flex items-center gap-1.5">
              작성자 <PostAuthor author={post.author} />
            </span>
            {post.date ? <time dateTime={post.datetime ?? post.date}>{formatDay(post.date)}</time> : null}
            <span>읽는 데 {post.readingTime}분</span>
          </p>
        </TextColumn>
      </header>
      <TextColumn>
        <div className="py-10 sm:py-14">
          <PostPicture post={post} width={640} height={320} className="mb-10 aspect-[2/1] w-full max-w-[40rem]" />
          <Prose html={post.content} />
          <Tags tags={post.tags} />
        </div>
      </TextColumn>
      <RelatedPosts post={post} />
    </article>
  )
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <ul aria-label="태그" className="mt-10 flex max-w-[40rem] flex-wrap gap-x-4 gap-y-2 border-t pt-5 text-ink-2">
      {tags.map((tag) => (
        <li key={tag}>
          <Link to="/blog" search={{ tag }} className="inline-block py-1 underline-offset-4 hover:underline">
            #{tag}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function RelatedPosts({ post }: { post: Post }) {
  return (
    <div className="border-t py-10 sm:py-14">
      <TextColumn>
        {post.related.length === 0 ? null : (
          <section aria-labelledby="read-on">
            <h2 id="read-on" className="font-serif text-[22px] leading-8 font-semibold">
              이어서 읽기
            </h2>
            <ul className="mt-4 border-t border-rule-strong">
              {post.related.map((other) => (
                <PostEntry key={other.id} post={other} level={3} />
              ))}
            </ul>
          </section>
        )}
        <Link to="/blog" search={{}} className={`mt-8 ${buildButtonClass('secondary', 'xl')}`}>
          목록으로
        </Link>
      </TextColumn>
    </div>
  )
}
