/** First keyboard focus on every screen. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute top-2 left-2 z-50 -translate-y-20 rounded-control bg-primary px-3 py-2 text-primary-ink focus:translate-y-0"
    >
      본문으로 건너뛰기
    </a>
  )
}
