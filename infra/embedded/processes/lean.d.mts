export declare const lean: { argv: (program: string) => string[]; env: Record<string, string> };
export declare const programs: string[];
export declare const nowhere: Record<string, string>;
