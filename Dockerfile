# One image for the scheduler, the workers and the client: all must have the same code and versions.
#
#     docker build -t cpmodels .
#     docker run --rm --read-only --tmpfs /tmp -v cpmodels-cache:/cache cpmodels count "6x6 tetrominoes"
#
# It runs as a user without rights on a root that may be read-only. What is compiled, and pattern
# databases, are kept in the volume /cache; results go to where a volume is mounted, such as /out.
FROM python:3.12-slim AS build
WORKDIR /src
COPY pyproject.toml README.md LICENSE ./
COPY cpmodels cpmodels
COPY reference reference
RUN python -m venv /opt/cpmodels \
    && /opt/cpmodels/bin/pip install --no-cache-dir ".[cluster]" bokeh \
    && /opt/cpmodels/bin/python -m compileall -q /opt/cpmodels

FROM python:3.12-slim
COPY --from=build /opt/cpmodels /opt/cpmodels
RUN useradd --system --uid 10001 --home-dir /nonexistent --no-create-home cpmodels \
    && mkdir /cache /out \
    && chown cpmodels /cache /out
ENV PATH=/opt/cpmodels/bin:$PATH \
    CPMODELS_CACHE=/cache \
    PYTHONDONTWRITEBYTECODE=1 \
    DASK_TEMPORARY_DIRECTORY=/tmp \
    DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED=False
USER 10001
WORKDIR /out
VOLUME ["/cache", "/out"]
EXPOSE 8786 8787
ENTRYPOINT ["cpmodels"]
CMD ["--help"]
