/** 14 px, in the colour of the words around it. Whoever shows it says so with `aria-busy`. */
export const Spinner = () => <span className="spinner" aria-hidden="true" />;
