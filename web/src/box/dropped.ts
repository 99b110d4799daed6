/** Where a file that is dropped on the page goes while a box is being edited; true if it was taken. */
export const boxes: { take: ((file: File) => boolean) | null } = { take: null };
