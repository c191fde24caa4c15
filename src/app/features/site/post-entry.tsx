import { Link } from '@tanstack/react-router'
import type { PostSummary } from '#contract/blog/blog-public.ts'
import { categoryLabel } from '#contract/blog/blog-words.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { PostAuthor } from './post-author.tsx'
import { PostPicture } from './post-picture.tsx'

/**
 * A post in a list, laid out like a register entry with its date in the margin. The whole line is
 * the link. In the related posts below a post (level 3) the author is omitted.
 */
export function PostEntry({ post, level = 2 }: { post: PostSummary; level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <li className="group relative grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 border-b py-6 sm:grid-cols-[104px_1fr_auto] sm:gap-x-6">
      <p className="tabular text-ink-3 max-sm:col-span-2 sm:pt-1.5">
        {post.date ? <time dateTime={post.datetime ?? post.date}>{formatDay(post.date)}</time> : '초안'}
      </p>
      <div className="min-w-0 font-text">
        <p className="text-label font-semibold text-seal">{categoryLabel(post.category)}</p>
        <Heading className="mt-0.5 text-[20px] leading-8 font-semibold">
          <Link
            to="/blog/$id"
            params={{ id: post.id }}
            className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
          >
            {post.title}
          </Link>
        </Heading>
        <p className="measure mt-1 text-lead text-ink-2">{post.excerpt}</p>
        <p className="mt-2 flex flex-wrap items-center gap-x-2 text-ink-3">
          {level === 2 ? (
            <>
              <PostAuthor author={post.author} />
              <span aria-hidden>·</span>
            </>
          ) : null}
          <span>읽는 데 {post.readingTime}분</span>
        </p>
      </div>
      <PostPicture
        post={post}
        width={192}
        height={112}
        loading="lazy"
        decoding="async"
        className="aspect-square w-24 self-start sm:aspect-[12/7] sm:w-48"
      />
    </li>
  )
}
