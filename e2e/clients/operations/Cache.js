// The operations that every client answers from its cache. The compiler of Relay
// reads them from here too, and wants their names to begin with the file's.
const graphql = String.raw;

export const operations = {
  light: graphql`
    query CacheLightQuery($task: ID!) {
      entity(id: $task) { id label cut ... on Task { description state stateKey } }
    }`,
  full: graphql`
    query CacheFullQuery($task: ID!) {
      entity(id: $task) { id ... on Task { full { label description } } }
    }`,
  moreOfFull: graphql`
    query CacheMoreOfFullQuery($task: ID!) {
      entity(id: $task) { id ... on Task { description full { description dueAt props dependencies { label entity { id label } } } } }
    }`,
  snapshotOfProject: graphql`
    query CacheSnapshotOfProjectQuery($project: ID!) {
      graphSnapshot(projectId: $project) {
        rootId nodes { entityId depth name entity { id label cut } } edges { edgeId srcId rel dstId }
      }
    }`,
  snapshotOfTask: graphql`
    query CacheSnapshotOfTaskQuery($project: ID!, $task: ID!) {
      graphSnapshot(projectId: $project, focusId: $task) {
        rootId nodes { entityId depth name entity { id label cut } } edges { edgeId srcId rel dstId }
      }
    }`,
  statesInSnapshot: graphql`
    query CacheStatesInSnapshotQuery($project: ID!) {
      graphSnapshot(projectId: $project) { nodes { entityId stateKey entity { id updatedAt } } edges { edgeId rel } coverage { kind total } }
    }`,
  linkedTotal: graphql`
    query CacheLinkedTotalQuery($task: ID!) {
      entity(id: $task) { id linkedEntities { total counts { kind count } } }
    }`,
  linkedGroups: graphql`
    query CacheLinkedGroupsQuery($task: ID!) {
      entity(id: $task) { id linkedEntities { groups(first: 1) { kind total items { label edgeId entity { id label } } } } }
    }`,
  linkedPlans: graphql`
    query CacheLinkedPlansQuery($task: ID!) {
      entity(id: $task) { id linkedEntities { total groups(kinds: [PLAN], first: 5) { kind total items { label edgeId entity { id label } } } } }
    }`,
  linkedByRoot: graphql`
    query CacheLinkedByRootQuery($task: ID!) {
      linkedEntities(id: $task) { total groups { kind total items { relation entity { id label } } } }
    }`,
  linkedPlansByRoot: graphql`
    query CacheLinkedPlansByRootQuery($task: ID!) {
      linkedEntities(id: $task, kinds: [PLAN]) { total groups { kind total items { relation entity { id label } } } }
    }`,
  linkedCountsByRoot: graphql`
    query CacheLinkedCountsByRootQuery($task: ID!) {
      linkedEntities(id: $task) { counts { kind count } source { id kind } }
    }`,
  deployment: graphql`
    query CacheDeploymentQuery {
      viewer { actorId name } recordTypes { key name fields { name type } } lenses { name fields kinds }
    }`,
  blocked: graphql`
    query CacheBlockedQuery($project: ID!) {
      tasks(projectId: $project, filter: { states: [BLOCKED] }) { totalCount nodes { id title state cut } }
    }`,
  fewTasks: graphql`
    query CacheFewTasksQuery($project: ID!) {
      tasks(projectId: $project, first: 2) { totalCount nodes { id title } pageInfo { endCursor } }
    }`,
  moreTasks: graphql`
    query CacheMoreTasksQuery($project: ID!) {
      tasks(projectId: $project, first: 5) { totalCount nodes { id title } edges { node { id } } }
    }`,
  groupsByState: graphql`
    query CacheGroupsByStateQuery($project: ID!) {
      taskGroups(projectId: $project, by: [STATE]) { keys { value label } count }
    }`,
  groupsByPlan: graphql`
    query CacheGroupsByPlanQuery($project: ID!) {
      taskGroups(projectId: $project, by: [PLAN, OWNER]) { keys { value label entity { id label } } count }
      riskGroups(projectId: $project, by: [IMPACT, STATE], first: 2) { keys { value } count }
    }`,
  stateCounts: graphql`
    query CacheStateCountsQuery($project: ID!) {
      project(id: $project) { id label stateCounts { kind states { state count } } entityCounts { kind count } }
    }`,
  search: graphql`
    query CacheSearchQuery($project: ID!) {
      search(query: "offline queue", projectId: $project, first: 5) { total hits { score snippet matchedFields entity { id label } } }
    }`,
  history: graphql`
    query CacheHistoryQuery($task: ID!) {
      history(id: $task, first: 3) { cursor operation entityId fields { name } entity { id label } }
    }`,
  nested: graphql`
    query CacheNestedQuery($task: ID!) {
      entity(id: $task) {
        id ownerName
        ... on Task {
          few: plans(first: 1) { totalCount nodes { id name tasks(first: 2) { nodes { id title } } } }
          plans(orderBy: { field: LABEL, direction: ASC }) { nodes { id name tasks(filter: { states: [DONE] }) { totalCount nodes { id title } } } }
        }
      }
    }`,
  graph: graphql`
    query CacheGraphQuery($project: ID!) {
      projectGraph(projectId: $project, first: 40) { nodes { entityId depth name entity { id label } } edges { edgeId srcId dstId } totalNodes }
    }`,
  workspace: graphql`
    query CacheWorkspaceQuery($project: ID!) {
      workspace(projectId: $project) {
        project { id name cut } highlights { name kind items { id label } total } work { states { state count } overdue }
        snapshot { nodes { entityId depth } }
      }
    }`,
  context: graphql`
    query CacheContextQuery {
      contextDocument(input: { start: { topic: "offline queue" }, maxTokens: 600 }) {
        tokens nodes { form why entity { id label cut } path { edgeId rel } } warnings { code }
      }
    }`,
  contextText: graphql`
    query CacheContextTextQuery {
      contextDocument(input: { start: { topic: "offline queue" }, maxTokens: 600, now: "2026-11-18T12:00:00Z" }) {
        text digest sections { name tokens } nodes { score passages { field start end } entity { id updatedAt } }
      }
    }`,
  contextReasons: graphql`
    query CacheContextReasonsQuery {
      contextDocument(input: { start: { topic: "offline queue" }, maxTokens: 600, now: "2026-11-18T12:00:00Z" }) {
        confidence sections { name } nodes { why passages { field heading } entity { id label } }
      }
    }`,
  largerContext: graphql`
    query CacheLargerContextQuery {
      contextDocument(input: { start: { topic: "offline queue" }, maxTokens: 1500, now: "2026-11-18T12:00:00Z" }) {
        tokens nodes { form score entity { id label } } omitted { kind count } changes { added }
      }
    }`,
  contextSince: graphql`
    query CacheContextSinceQuery($digest: String!) {
      contextDocument(input: { start: { topic: "offline queue" }, maxTokens: 600, since: $digest }) {
        tokens nodes { form entity { id label } } changes { added changed gone }
      }
    }`,
  nestedDone: graphql`
    query CacheNestedDoneQuery($project: ID!) {
      project(id: $project) { id plans(first: 3) { nodes { id tasks(filter: { states: [DONE] }) { totalCount nodes { id title } } } } }
    }`,
  nestedOpen: graphql`
    query CacheNestedOpenQuery($project: ID!) {
      project(id: $project) { id plans(first: 3) { nodes { id tasks(filter: { not: { states: [DONE] } }) { totalCount nodes { id state } } } } }
    }`,
  nestedOrders: graphql`
    query CacheNestedOrdersQuery($project: ID!) {
      project(id: $project) { id plans(first: 3) { totalCount nodes { id tasks(first: 1, orderBy: [{ field: DUE, direction: ASC }]) { nodes { id dueAt } } } } }
    }`,
  nestedEdges: graphql`
    query CacheNestedEdgesQuery($project: ID!) {
      project(id: $project) { id plans(first: 3) { edges { cursor node { id name } } pageInfo { hasNextPage } } }
    }`,
  linkedOfTask: graphql`
    query CacheLinkedOfTaskQuery($task: ID!) {
      entity(id: $task) { id incoming: linked(direction: INCOMING) { totalCount nodes { id kind } } linked(kinds: [PLAN]) { nodes { id label } } }
    }`,
  linkedTasksOfTask: graphql`
    query CacheLinkedTasksOfTaskQuery($task: ID!) {
      entity(id: $task) { id linked(kinds: [TASK], first: 2) { totalCount nodes { id label } } }
    }`,
  fewGroups: graphql`
    query CacheFewGroupsQuery($project: ID!) {
      taskGroups(projectId: $project, by: [STATE], first: 2) { keys { value } count }
    }`,
  countsByState: graphql`
    query CacheCountsByStateQuery($project: ID!) {
      taskGroups(projectId: $project, by: [STATE]) { keys { value entity { id } } count }
    }`,
  groupsOfOpen: graphql`
    query CacheGroupsOfOpenQuery($project: ID!) {
      taskGroups(projectId: $project, by: [STATE], filter: { states: [TODO, BLOCKED] }) { keys { value label } count }
    }`,
  longerHistory: graphql`
    query CacheLongerHistoryQuery($task: ID!) {
      history(id: $task, first: 10) { cursor at fields { name new } entity { id updatedAt } }
    }`,
  directWorkspace: graphql`
    query CacheDirectWorkspaceQuery($project: ID!) {
      workspace(projectId: $project, selection: DIRECT) { highlights { name items { id state: stateKey } returned limit } coverage { kind total direct } }
    }`,
  focus: graphql`
    query CacheFocusQuery($task: ID!) {
      focus(id: $task) { entity { id label cut } relations { label counts { kind count } } snapshot { rootId nodes { entityId depth entity { id label } } } }
    }`,
  mentions: graphql`
    query CacheMentionsQuery($project: ID!) {
      resolveMentions(text: "Ask @Callum about [[Offline mode]]", projectId: $project) { start end text entities { id label } }
      mentionCandidates(prefix: "off", projectId: $project) { id label }
    }`,
};

// failing has a root field that fails beside one that does not.
export const failing = graphql`
  query CacheFailingQuery($task: ID!) {
    entity(id: $task) { id label }
    search(query: "queue", first: 5000) { total }
  }`;

// pages is a list that is read page by page and kept as one.
export const pages = graphql`
  query CachePagesQuery($project: ID!, $first: Int!, $after: String) {
    tasks(projectId: $project, first: $first, after: $after) @connection(key: "Cache_tasks") {
      edges { cursor node { id title state } }
      pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
    }
  }`;

// back is a list that is read from its end.
export const back = graphql`
  query CacheBackQuery($project: ID!, $last: Int!, $before: String) {
    tasks(projectId: $project, last: $last, before: $before) @connection(key: "CacheBack_tasks") {
      edges { cursor node { id title state } }
      pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
    }
  }`;

// nested is a list in a list, rename a mutation that changes what is in it.
export const nested = graphql`
  query CacheNestedListQuery($task: ID!) {
    entity(id: $task) { id ... on Task { plans(first: 1) { nodes { id tasks(filter: { ids: [$task] }) { totalCount nodes { id title } } } } } }
  }`;
export const rename = graphql`
  mutation CacheRenameMutation($task: ID!, $title: String!) {
    updateEntity(input: { task: { id: $task, title: $title } }) { entity { id ... on Task { title } } }
  }`;
export const renameInTransaction = graphql`
  mutation CacheRenameInTransactionMutation($task: ID!, $title: String!) {
    applyChanges(changes: [{ update: { task: { id: $task, title: $title } } }]) { changes { entity { id ... on Task { title } } } }
  }`;
