/** Whether the dealer calls; a question that no clause answers calls by itself. */
export function isCalled(staff) {
  return (
    Boolean(staff.calling) &&
    !staff.questions.some((question) => !question.outcome && question.about === staff.calling)
  );
}
