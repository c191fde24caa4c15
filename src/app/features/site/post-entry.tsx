import { Link } from '@tanstack/react-router'
import type { ImgHTMLAttributes } from 'react'
import { OfficeMark } from '#app/ui/display/office-mark.tsx'
import type { PostSummary } from '#contract/blog/blog-public.ts'
import { getCategoryLabel } from '#contract/blog/blog-texts.ts'
import { formatDay } from '#domain/dates/office-date.ts'

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
        <p className="text-label font-semibold text-danger">{getCategoryLabel(post.category)}</p>
        <Heading className="mt-0.5 text-[20px] leading-8 font-semibold">
          <Link
            to="/blog/$id"
            params={{ id: post.id }}
            className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
          >
            {post.title}
          </Link>
        </Heading>
        <p className="measure mt-1 text-lead text-ink-2">
          {post.passage ? <PassageText parts={post.passage} /> : post.excerpt}
        </p>
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

/** A passage that a search found; every second part is marked. */
export function PassageText({ parts }: { parts: readonly string[] }) {
  return parts.map((part, index) =>
    index % 2 === 1 ? (
      <mark key={index} className="bg-(--primary-wash) font-semibold text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

/**
 * Author of a post with a picture, or the office's logo instead. The picture is decorative, because
 * the name is next to it.
 */
export function PostAuthor({ author }: { author: PostSummary['author'] }) {
  return (
    <span className="inline-flex items-center gap-2">
      {author.imageUrl === null ? (
        <OfficeMark size={24} />
      ) : (
        <img
          src={author.imageUrl}
          alt=""
          width={24}
          height={24}
          decoding="async"
          loading="lazy"
          className="size-6 shrink-0 rounded-full border object-cover"
        />
      )}
      {author.name}
    </span>
  )
}

type PostPictureProps = Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'loading' | 'decoding'> & {
  post: Pick<PostSummary, 'imageUrl' | 'imageAlt'>
  /** Reserves the space before the picture loads. */
  width: number
  height: number
}

/** Picture of a post; renders nothing without one. */
export function PostPicture({ post, className = '', ...size }: PostPictureProps) {
  if (post.imageUrl === null) return null
  return <img src={post.imageUrl} alt={post.imageAlt ?? ''} {...size} className={`border object-cover ${className}`} />
}
