import Link from "next/link";

export function Brand({ href = "/" }: { href?: string }) {
  return (
    <Link className="brand" href={href}>
      <svg viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
        <circle cx="5" cy="5" r="3" />
        <rect x="12" y="12" width="6" height="6" rx="1.5" fill="currentColor" />
        <path d="M8 5h4a3 3 0 0 1 3 3v4" />
      </svg>
      BABA-Studio
    </Link>
  );
}
