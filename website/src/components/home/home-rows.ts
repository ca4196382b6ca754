/** Rows of each list on the front page. */
export const HOME_ROWS = 10;
