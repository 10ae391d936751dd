//! Does once for several what several ask for at the same moment.
//!
//! One batch is under way at a time, and whoever comes meanwhile is in the next one: alone nobody
//! waits, and the more there are, the less each of them costs.

use std::panic::AssertUnwindSafe;
use std::slice;
use std::sync::Arc;

use enmusubi_core::ErrorCode;
use futures_util::FutureExt;
use tokio::sync::{mpsc, oneshot};

use crate::error::{BUSY, Error, Result};

/// What may wait for the next batch; beyond it a client is told to come back.
const MAX_WAITING: usize = 1024;

/// Where questions are handed in. The task that answers them ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Batcher<Question, Answer>(mpsc::Sender<Waiting<Question, Answer>>);

struct Waiting<Question, Answer> {
    question: Question,
    answer: oneshot::Sender<Result<Answer>>,
}

impl<Question, Answer> Batcher<Question, Answer>
where
    Question: Send + 'static,
    Answer: Send + 'static,
{
    /// `work` gives the answers to at most `max_batch` questions, in their order.
    pub(crate) fn new<Work, Answers>(max_batch: usize, work: Work) -> Self
    where
        Work: Fn(Vec<Question>) -> Answers + Send + 'static,
        Answers: Future<Output = Vec<Result<Answer>>> + Send + 'static,
    {
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        tokio::spawn(answer_all(receiver, max_batch, work));
        Self(sender)
    }

    /// Waits for the answer. What was asked is done even when nobody waits for it any more.
    pub(crate) async fn ask(&self, question: Question) -> Result<Answer> {
        let (answer, answered) = oneshot::channel();
        self.0
            .try_send(Waiting { question, answer })
            .map_err(|error| Error::unavailable(BUSY, error.to_string()))?;
        answered.await.map_err(Error::internal)?
    }
}

async fn answer_all<Question, Answer, Work, Answers>(
    mut queue: mpsc::Receiver<Waiting<Question, Answer>>,
    max_batch: usize,
    work: Work,
) where
    Work: Fn(Vec<Question>) -> Answers,
    Answers: Future<Output = Vec<Result<Answer>>>,
{
    let mut batch = Vec::new();
    while queue.recv_many(&mut batch, max_batch).await > 0 {
        let (questions, waiting): (Vec<_>, Vec<_>) =
            batch.drain(..).map(|it| (it.question, it.answer)).unzip();
        // A batch that panics has failed, and whoever waits for it learns so; the next one has not.
        let answers = AssertUnwindSafe(work(questions)).catch_unwind().await;
        let answers = answers.unwrap_or_else(|_| {
            tracing::error!(n_questions = waiting.len(), "a batch panicked");
            Vec::new()
        });
        for (waiting, answer) in std::iter::zip(waiting, answers) {
            // Nobody waits any more when the client has gone away.
            let _ = waiting.send(answer);
        }
    }
}

/// Answers all questions with one call of `answer_all`. If that fails because of one question, the
/// function asks each question alone, so that one bad question does not fail the others.
pub(crate) async fn together_or_each<'a, Question, Answer, Answers>(
    questions: &'a [Question],
    answer_all: impl Fn(&'a [Question]) -> Answers,
) -> Vec<Result<Answer>>
where
    Answers: Future<Output = Result<Vec<Answer>>>,
{
    let error = match answer_all(questions).await {
        Ok(answers) => return answers.into_iter().map(Ok).collect(),
        Err(error) => error,
    };
    // The database does not answer: asking each question alone would fail in the same way.
    if error.code == ErrorCode::Unavailable || questions.len() == 1 {
        let error = Arc::new(error);
        let told = |_| Err(Error::shared(&error));
        return questions.iter().map(told).collect();
    }
    let mut answers = Vec::new();
    for question in questions {
        let alone = answer_all(slice::from_ref(question)).await;
        answers.push(alone.and_then(|mut answers| {
            let answer = answers.pop();
            answer.ok_or_else(|| Error::internal("a question without an answer"))
        }));
    }
    answers
}

#[cfg(test)]
mod tests {
    use futures_util::future::join_all;
    use tokio::sync::Semaphore;

    use super::*;

    #[tokio::test]
    async fn whoever_comes_while_a_batch_is_under_way_is_in_the_next_one() {
        let gate = Arc::new(Semaphore::new(0));
        let opened = gate.clone();
        let batcher = Batcher::new(3, move |questions: Vec<u32>| {
            let gate = gate.clone();
            async move {
                gate.acquire().await.unwrap().forget();
                let size = questions.len();
                questions.iter().map(|it| Ok((it * 2, size))).collect()
            }
        });
        let asked = join_all((0..6).map(|n| batcher.ask(n)));
        let open = async {
            // The first is under way when the others come.
            tokio::task::yield_now().await;
            opened.add_permits(3);
        };
        let (answers, ()) = tokio::join!(asked, open);
        let answers: Vec<_> = answers.into_iter().map(|it| it.unwrap()).collect();
        let doubled: Vec<_> = answers.iter().map(|(doubled, _)| *doubled).collect();
        assert_eq!(doubled, [0, 2, 4, 6, 8, 10]);
        assert!(answers.iter().all(|(_, size)| *size <= 3));
        assert!(answers.iter().any(|(_, size)| *size == 3));
    }

    #[tokio::test]
    async fn a_batch_that_panics_takes_no_later_one_with_it() {
        let batcher = Batcher::new(8, |questions: Vec<u32>| async move {
            assert_ne!(questions, [13]);
            questions.into_iter().map(Ok).collect()
        });
        let failed = batcher.ask(13).await.unwrap_err();
        assert_eq!(failed.code, ErrorCode::Internal);
        assert_eq!(batcher.ask(14).await.unwrap(), 14);
    }

    #[tokio::test]
    async fn a_queue_that_is_full_is_told_at_once() {
        let batcher = Batcher::new(1, |questions: Vec<u32>| async move {
            std::future::pending::<()>().await;
            questions.into_iter().map(Ok).collect()
        });
        let asked = (0..).map(|n| batcher.ask(n));
        let mut waiting: Vec<_> = asked.take(MAX_WAITING + 2).map(Box::pin).collect();
        let codes = waiting.iter_mut().map(FutureExt::now_or_never);
        let refused: Vec<_> = codes.flatten().map(|it| it.unwrap_err().code).collect();
        assert_eq!(refused, [ErrorCode::Unavailable; 2]);
    }
}
