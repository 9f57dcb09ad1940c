/** Prosa's own mark, in the accent. */
export const ProsaMark = ({ size }: { size?: number }) => (
  <svg className="icon mark" viewBox="0 0 24 24" aria-hidden="true" style={size ? { width: size, height: size } : undefined}>
    <path d="M6 3h12a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3h-5.500L8 21.500V18H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z" fill="currentColor" />
    <path d="M8 8.500h8M8 12.500h5" />
  </svg>
);
